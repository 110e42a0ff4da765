package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.dynamodb.Records.LATER;
import static dev.effectivelyonce.dynamodb.Records.WHY;
import static dev.effectivelyonce.dynamodb.Records.fault;
import static dev.effectivelyonce.dynamodb.Records.stampAt;
import static dev.effectivelyonce.dynamodb.Records.written;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.contracts.OperatorTrailContract;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.OperatorTrail;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@TestInstance(Lifecycle.PER_CLASS)
class DynamoDbTrailTest extends OperatorTrailContract {
  @RegisterExtension static final LocalDynamoDb DYNAMO_DB = new LocalDynamoDb();

  private DynamoDbClient client;

  @BeforeAll
  void connect() {
    client = DYNAMO_DB.client();
  }

  @AfterAll
  void disconnect() {
    client.close();
  }

  @Override
  protected IdempotencyStore emptyStoreWithTrails() {
    return new DynamoDbStore(client, DYNAMO_DB.newTable(client));
  }

  @Test
  void aTrailExpiresAfterTwiceTheRetentionOfTheRecordOfAnOpenOneToo() {
    String table = DYNAMO_DB.newTable(client);
    DynamoDbStore store = new DynamoDbStore(client, table);
    IdempotencyRecord mine = written(store.claim(Records.claim("a")));
    Step done = Step.unbegun("charge", 1, 1).intendedBy(1);
    IdempotencyRecord open = written(store.note(mine, done, stampAt(LATER)));
    IdempotencyRecord failed = written(store.fail(open, WHY, stampAt(LATER)));

    decide(store, retry(failed), "one");

    assertThat(trail(table, failed.id()).get(Attributes.EXPIRATION))
        .isEqualTo(Values.seconds(LATER.plus(failed.retention().multipliedBy(2))));
    assertThat(failed.retention()).isLessThan(Duration.ofDays(20));
  }

  @Test
  void whatIsDecidedAboutAForgottenRecordMakesTheLifeOfItsTrailNoShorter() {
    String table = DYNAMO_DB.newTable(client);
    DynamoDbStore store = new DynamoDbStore(client, table);
    IdempotencyRecord failed = failed(store);
    Write.Forget forget = new Write.Forget(failed, LATER);
    IdempotencyRecord forgotten = forget.after();
    decide(store, forget, "one");

    decide(store, retry(forgotten), "two");

    assertThat(trail(table, failed.id()).get(Attributes.EXPIRATION))
        .isEqualTo(Values.seconds(LATER.plus(failed.retention().multipliedBy(2))));
  }

  @Test
  void aTrailIsNotListedAndIsNoRecord() {
    String table = DYNAMO_DB.newTable(client);
    DynamoDbStore store = new DynamoDbStore(client, table);
    IdempotencyRecord failed = failed(store);

    decide(store, new Write.Erase(failed, LATER), "one");

    assertThat(new DynamoDbListing(client, table).listed(new ConsumerName("payments")))
        .containsExactly(failed.erased());
    assertThat(trail(table, failed.id()))
        .containsOnlyKeys(
            Attributes.ID, Attributes.ENTRIES, Attributes.ENTRY_COUNT, Attributes.EXPIRATION);
  }

  @Test
  void whatALaterReleaseAddsToAnEntryStays() {
    String table = DYNAMO_DB.newTable(client);
    DynamoDbStore store = new DynamoDbStore(client, table);
    IdempotencyRecord failed = failed(store);
    Write.Acknowledge acknowledge = new Write.Acknowledge(failed, LATER);
    decide(store, acknowledge, "one");
    Map<String, AttributeValue> item = new HashMap<>(trail(table, failed.id()));
    Map<String, AttributeValue> entry = new HashMap<>(firstEntry(item));
    entry.put("ticket", Values.string("T-1"));
    entry.put("action", Values.string("SOMETHING_NEW"));
    item.put(Attributes.ENTRIES, AttributeValue.fromL(List.of(AttributeValue.fromM(entry))));
    client.putItem(put -> put.tableName(table).item(item));

    decide(store, acknowledge, "two");

    assertThat(firstEntry(trail(table, failed.id()))).containsEntry("ticket", Values.string("T-1"));
    assertThat(store.trail().orElseThrow().entries(failed.id()))
        .map(TrailEntry::action)
        .containsExactly("SOMETHING_NEW", "ACKNOWLEDGE");
  }

  @Test
  void theOldestEntriesOfAnItemThatIsFullGo() {
    RecordId id = Records.claim("a").id();
    String large = "x".repeat(40_000);
    List<Trail> trails = new ArrayList<>(List.of(Trail.of(id, Map.of())));
    IntStream.rangeClosed(1, 12)
        .mapToObj(
            number ->
                new TrailEntry(
                    "e" + number,
                    LATER,
                    "anna",
                    Optional.empty(),
                    "SETTLE",
                    Map.of("step", large),
                    Map.of()))
        .forEach(entry -> trails.add(trails.getLast().with(entry, LATER)));

    assertThat(trails.getLast().parsed()).map(TrailEntry::id).startsWith("e4").endsWith("e12");
    assertThat(trails.getLast().count()).isEqualTo(12);
  }

  @Test
  void aWriteThatMeetsAnotherTransactionIsAFaultThatPassesAndLeavesNothing() {
    try (FlakyTable table = new FlakyTable(DYNAMO_DB)) {
      IdempotencyRecord failed = failed(table.store);
      table.proxy.passNext(1);
      table.proxy.answerNext(
          1,
          400,
          """
          {"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
          "Message":"Transaction cancelled","CancellationReasons":[
          {"Code":"TransactionConflict"},{"Code":"None"}]}
          """);

      assertThat(fault(() -> decide(table.store, retry(failed), "one")).isTransient()).isTrue();

      assertThat(table.store.find(failed.id())).contains(failed);
      assertThat(entries(table.store, failed)).isEmpty();
    }
  }

  @Test
  void anEntryThatAnotherWroteMeanwhileIsKept() {
    try (FlakyTable table = new FlakyTable(DYNAMO_DB)) {
      IdempotencyRecord failed = failed(table.store);
      Write.Acknowledge acknowledge = new Write.Acknowledge(failed, LATER);
      decide(table.store, acknowledge, "one");
      // What the second operator reads is from before the first one's write.
      table.proxy.answerNext(1, 200, "{}");

      decide(table.store, acknowledge, "two");

      assertThat(entries(table.store, failed)).containsExactly("one", "two");
    }
  }

  @Test
  void aLostAnswerLeavesOneEntryAndIsNoRefusal() {
    try (FlakyTable table = new FlakyTable(DYNAMO_DB)) {
      IdempotencyRecord failed = failed(table.store);
      table.proxy.passNext(1);
      table.proxy.loseNextAnswer();

      decide(table.store, retry(failed), "one");

      assertThat(entries(table.store, failed)).containsExactly("one");
    }
  }

  @Test
  void whoNeverGotAnAnswerFindsOutByAskingAgain() {
    try (FlakyTable table = new FlakyTable(DYNAMO_DB)) {
      IdempotencyRecord failed = failed(table.store);
      table.proxy.passNext(1);
      IntStream.range(0, CallBounds.forLambda().attempts())
          .forEach(ignored -> table.proxy.loseNextAnswer());
      assertThat(fault(() -> decide(table.store, retry(failed), "one")).isTransient()).isTrue();

      decide(table.store, retry(failed), "one");

      assertThat(entries(table.store, failed)).containsExactly("one");
    }
  }

  /**
   * The process dies at one of its requests: before it is carried out, or before it is answered.
   */
  @TestFactory
  Stream<DynamicTest> whereverTheProcessDiesRecordAndEntryAreBothWrittenOrNeitherIs() {
    return Stream.of(Verb.SETTLE, Verb.ERASE, Verb.ACKNOWLEDGE, Verb.FORGET)
        .flatMap(
            verb ->
                IntStream.rangeClosed(0, 1)
                    .boxed()
                    .flatMap(
                        request ->
                            Stream.of(true, false)
                                .map(
                                    arrives ->
                                        DynamicTest.dynamicTest(
                                            verb + " at request " + request + ", " + arrives,
                                            () -> assertWhole(verb, request, arrives)))));
  }

  private static void assertWhole(Verb verb, int request, boolean arrives) {
    try (FlakyTable table = new FlakyTable(DYNAMO_DB)) {
      IdempotencyRecord failed = failed(table.store);
      table.proxy.passNext(request);
      IntStream.range(0, CallBounds.forLambda().attempts())
          .forEach(
              ignored -> {
                if (arrives) {
                  table.proxy.loseNextAnswer();
                } else {
                  table.proxy.answerNext(1, 500, "{}");
                }
              });

      StoreException death = fault(() -> decide(table.store, decision(verb, failed), "one"));

      assertThat(death.isTransient()).isTrue();
      boolean isWritten = !table.store.find(failed.id()).equals(Optional.of(failed));
      assertThat(isWritten).isEqualTo(arrives && request == 1);
      assertThat(entries(table.store, failed)).hasSize(isWritten ? 1 : 0);
    }
  }

  private static Write.ByOperator decision(Verb verb, IdempotencyRecord seen) {
    return switch (verb) {
      case SETTLE -> retry(seen);
      case ERASE -> new Write.Erase(seen, LATER);
      case ACKNOWLEDGE -> new Write.Acknowledge(seen, LATER);
      default -> new Write.Forget(seen, LATER);
    };
  }

  private static List<String> entries(IdempotencyStore store, IdempotencyRecord record) {
    return store.trail().orElseThrow().entries(record.id()).stream().map(TrailEntry::id).toList();
  }

  private static Write.Settle retry(IdempotencyRecord seen) {
    return new Write.Settle(seen, Settlement.RETRYABLE, stampAt(LATER));
  }

  private static IdempotencyRecord failed(IdempotencyStore store) {
    return written(store.fail(written(store.claim(Records.claim("a"))), WHY, stampAt(LATER)));
  }

  private static void decide(IdempotencyStore store, Write.ByOperator write, String entry) {
    written(
        store
            .trail()
            .orElseThrow()
            .write(write, OperatorTrail.entry(write, entry, LATER, "anna", Optional.empty())));
  }

  private static Map<String, AttributeValue> firstEntry(Map<String, AttributeValue> trail) {
    return Objects.requireNonNull(trail.get(Attributes.ENTRIES)).l().getFirst().m();
  }

  private Map<String, AttributeValue> trail(String table, RecordId id) {
    return client.getItem(new RequestFactory(table, Listing.DOUBTFUL).trail(id)).item();
  }
}
