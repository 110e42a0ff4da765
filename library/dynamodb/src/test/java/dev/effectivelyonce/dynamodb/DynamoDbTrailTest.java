package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.dynamodb.Records.LATER;
import static dev.effectivelyonce.dynamodb.Records.WHY;
import static dev.effectivelyonce.dynamodb.Records.failed;
import static dev.effectivelyonce.dynamodb.Records.fault;
import static dev.effectivelyonce.dynamodb.Records.stampAt;
import static dev.effectivelyonce.dynamodb.Records.written;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.core.store.AuditLog;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Write;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A trail as an item, and an operator's write that gets no answer, or a refusal of DynamoDB. */
class DynamoDbTrailTest {
  private final FlakyTable table = new FlakyTable();
  private final DynamoDbStore store = table.store;
  private final AuditLog trail = store.trail().orElseThrow();
  private final IdempotencyRecord failed = failed(store);
  private final RecordId id = failed.id();
  private final Write.Acknowledge acknowledge = new Write.Acknowledge(failed, LATER);

  @Test
  void aTrailExpiresAfterTwiceTheRetentionOfTheRecordOfAnOpenOneToo() {
    IdempotencyRecord mine = written(store.claim(Records.claim("a", "open")));
    Step done = Step.unbegun("charge", 1, 1).intendedBy(1);
    IdempotencyRecord open = written(store.note(mine, done, stampAt(LATER)));

    decide(retry(written(store.fail(open, WHY, stampAt(LATER)))), "one");

    assertThat(item(mine.id()).get(Attributes.EXPIRATION)).isEqualTo(twiceTheRetention());
    assertThat(failed.retention()).isLessThan(Duration.ofDays(20));
  }

  @Test
  void whatIsDecidedAboutAForgottenRecordMakesTheLifeOfItsTrailNoShorter() {
    Write.Forget forget = new Write.Forget(failed, LATER);

    decide(forget, "one");
    decide(retry(forget.after()), "two");

    assertThat(item(id).get(Attributes.EXPIRATION)).isEqualTo(twiceTheRetention());
  }

  @Test
  void erasingATrailMakesItsLifeNeitherShorterNorLonger() {
    decide(acknowledge, "one");
    AttributeValue before = item(id).get(Attributes.EXPIRATION);

    assertThat(erase("two")).isTrue();

    assertThat(item(id).get(Attributes.EXPIRATION)).isEqualTo(before);
  }

  private AttributeValue twiceTheRetention() {
    return Values.seconds(LATER.plus(failed.retention().multipliedBy(2)));
  }

  @Test
  void aTrailIsNotListedAndIsNoRecord() {
    decide(new Write.Erase(failed, LATER), "one");

    assertThat(new DynamoDbListing(table.client, table.name).listed(new ConsumerName("payments")))
        .containsExactly(failed.erased());
    assertThat(item(id))
        .containsOnlyKeys(
            Attributes.ID, Attributes.ENTRIES, Attributes.ENTRY_COUNT, Attributes.EXPIRATION);
  }

  @Test
  void whatALaterReleaseAddsToAnEntryStays() {
    decide(acknowledge, "one");
    Map<String, AttributeValue> item = new HashMap<>(item(id));
    Map<String, AttributeValue> entry = new HashMap<>(firstEntry());
    entry.put("ticket", Values.string("T-1"));
    entry.put("action", Values.string("SOMETHING_NEW"));
    item.put(Attributes.ENTRIES, AttributeValue.fromL(List.of(AttributeValue.fromM(entry))));
    table.client.putItem(put -> put.tableName(table.name).item(item));

    decide(acknowledge, "two");

    assertThat(firstEntry()).containsEntry("ticket", Values.string("T-1"));
    assertThat(trail.entries(id))
        .map(TrailEntry::action)
        .containsExactly("SOMETHING_NEW", "ACKNOWLEDGE");
  }

  @Test
  void theOldestEntriesOfAnItemThatIsFullGo() {
    Map<String, String> large = Map.of("step", "x".repeat(40_000));
    Trail full = Trail.of(id, Map.of());
    for (int number = 1; number <= 12; number++) {
      full =
          full.with(
              new TrailEntry(
                  "e" + number, LATER, "anna", Optional.empty(), "SETTLE", large, Map.of()),
              LATER);
    }

    assertThat(full.parsed()).map(TrailEntry::id).startsWith("e4").endsWith("e12");
    assertThat(full.count()).isEqualTo(12);
  }

  @ParameterizedTest
  @CsvSource({
    "None, ValidationError, MISCONFIGURED, ValidationError",
    "ValidationError, None, MISCONFIGURED, ValidationError",
    "ValidationError, ConditionalCheckFailed, MISCONFIGURED, ValidationError",
    "TransactionConflict, ItemCollectionSizeLimitExceeded, MISCONFIGURED, ItemCollection",
    "ThrottlingError, None, THROTTLED, throttles requests (ThrottlingError)",
    "None, ProvisionedThroughputExceeded, THROTTLED, throttles requests",
    "TransactionConflict, None, THROTTLED, ''",
    "None, TransactionConflict, THROTTLED, ''",
    "None, SomethingNew, THROTTLED, ''"
  })
  void aCancelledWriteIsAFaultOfTheKindThatItsReasonsTellAndLeavesNothing(
      String ofRecord, String ofTrail, StoreException.Kind kind, String told) {
    for (int tries = 0; tries < 4; tries++) {
      table.proxy.passNext(1);
      table.cancel(ofRecord, ofTrail);
    }

    StoreException fault = fault(() -> decide(acknowledge, "one"));

    assertThat(fault.kind()).isEqualTo(kind);
    assertThat(fault.problem()).contains(told);
    table.proxy.clear();
    assertThat(store.find(id)).contains(failed);
    assertThat(entries()).isEmpty();
  }

  @Test
  void anEntryThatAnotherWroteMeanwhileIsKept() {
    decide(acknowledge, "one");
    // What the second operator reads is from before the first one's write.
    table.proxy.answerNext(1, 200, "{}");

    decide(acknowledge, "two");

    assertThat(entries()).containsExactly("one", "two");
  }

  @Test
  void anEntryThatAnotherWroteMeanwhileIsErasedToo() {
    decide(acknowledge, "one");
    decide(acknowledge, "two");
    // What is read first is from before the second entry.
    table.proxy.answerNext(
        1,
        200,
        """
        {"Item":{"id":{"S":"trail/%s"},"entry_count":{"N":"1"},"expiration":{"N":"1"},
        "entries":{"L":[{"M":{"id":{"S":"one"},"at":{"N":"1"},"actor":{"S":"anna"},
        "action":{"S":"ACKNOWLEDGE"},"before":{"M":{}},"after":{"M":{}}}}]}}}
        """
            .formatted(id));

    assertThat(erase("three")).isTrue();

    assertThat(entries()).containsExactly("one", "two", "three");
    assertThat(trail.entries(id).toString()).doesNotContain(WHY.text());
  }

  /** The answer is lost, or the process dies, at the write. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whoGotNoAnswerErasesAgainAndLeavesOneEntry(boolean arrives) {
    decide(acknowledge, "one");
    table.proxy.passNext(1);
    table.leaveUnanswered(arrives);

    assertThat(fault(() -> erase("two")).isTransient()).isTrue();
    assertThat(erase("two")).isTrue();

    assertThat(entries()).containsExactly("one", "two");
  }

  /**
   * The process dies at one of its requests, the read or the write: before it is carried out, or
   * before it is answered. Who asks again leaves one entry.
   */
  @ParameterizedTest
  @CsvSource({"0, true", "0, false", "1, true", "1, false"})
  void whereverTheProcessDiesRecordAndEntryAreBothWrittenOrNeitherIs(int request, boolean arrives) {
    for (Write.ByOperator decision : decisions()) {
      table.proxy.passNext(request);
      table.leaveUnanswered(arrives);
      StoreException death = fault(() -> decide(decision, "one"));
      RecordId decided = decision.id();

      assertThat(death.isTransient()).isTrue();
      boolean isWritten = !store.find(decided).equals(Optional.of(decision.seen()));
      assertThat(isWritten).as("%s", decision).isEqualTo(arrives && request == 1);
      assertThat(trail.entries(decided)).hasSize(isWritten ? 1 : 0);

      decide(decision, "one");
      assertThat(trail.entries(decided)).map(TrailEntry::id).containsExactly("one");
    }
  }

  private List<Write.ByOperator> decisions() {
    return List.of(
        retry(failed),
        new Write.Erase(failed(store, "erased"), LATER),
        new Write.Acknowledge(failed(store, "acknowledged"), LATER),
        new Write.Forget(failed(store, "forgotten"), LATER));
  }

  private static Write.Settle retry(IdempotencyRecord seen) {
    return new Write.Settle(seen, Settlement.RETRYABLE, stampAt(LATER));
  }

  private void decide(Write.ByOperator write, String entry) {
    written(trail.write(write, AuditLog.entry(write, entry, LATER, "anna", Optional.empty())));
  }

  private boolean erase(String entry) {
    return trail.erase(id, AuditLog.erasure(entry, LATER, "anna", Optional.empty()));
  }

  private List<String> entries() {
    return trail.entries(id).stream().map(TrailEntry::id).toList();
  }

  private Map<String, AttributeValue> firstEntry() {
    return item(id)
        .getOrDefault(Attributes.ENTRIES, AttributeValue.fromL(List.of()))
        .l()
        .getFirst()
        .m();
  }

  private Map<String, AttributeValue> item(RecordId of) {
    return table
        .client
        .getItem(new RequestFactory(table.name, Listing.FAILED_AND_HELD).trail(of))
        .item();
  }
}
