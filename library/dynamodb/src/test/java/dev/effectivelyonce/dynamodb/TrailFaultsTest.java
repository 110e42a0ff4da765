package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.dynamodb.Records.LATER;
import static dev.effectivelyonce.dynamodb.Records.WHY;
import static dev.effectivelyonce.dynamodb.Records.fault;
import static dev.effectivelyonce.dynamodb.Records.written;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.OperatorTrail;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Write;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An operator's write that DynamoDB cancels, and the erasing of a trail alone. */
class TrailFaultsTest {
  @RegisterExtension static final LocalDynamoDb DYNAMO_DB = new LocalDynamoDb();

  @ParameterizedTest
  @CsvSource({
    "None,ValidationError,MISCONFIGURED",
    "ValidationError,None,MISCONFIGURED",
    "ValidationError,ConditionalCheckFailed,MISCONFIGURED",
    "TransactionConflict,ItemCollectionSizeLimitExceeded,MISCONFIGURED",
    "ThrottlingError,None,THROTTLED",
    "None,ProvisionedThroughputExceeded,THROTTLED",
    "None,TransactionConflict,THROTTLED",
    "None,SomethingNew,THROTTLED"
  })
  void aCancelledWriteIsAFaultOfTheKindThatItsReasonsTell(
      String record, String trail, StoreException.Kind kind) {
    try (FlakyTable table = new FlakyTable(DYNAMO_DB)) {
      Write.Acknowledge write = acknowledge(table);
      IntStream.range(0, 4)
          .forEach(
              ignored -> {
                table.proxy.passNext(1);
                table.proxy.answerNext(1, 400, cancelled(record, trail));
              });

      assertThat(fault(() -> decide(table, write, "one")).kind()).isEqualTo(kind);

      assertThat(table.store.find(write.id())).contains(write.seen());
    }
  }

  @Test
  void whatThrottlesIsNamed() {
    try (FlakyTable table = new FlakyTable(DYNAMO_DB)) {
      Write.Acknowledge write = acknowledge(table);
      table.proxy.passNext(1);
      table.proxy.answerNext(1, 400, cancelled("None", "ThrottlingError"));

      assertThat(fault(() -> decide(table, write, "one")).problem())
          .contains("throttles requests (ThrottlingError)");
    }
  }

  @Test
  void erasingATrailMakesItsLifeNeitherShorterNorLonger() {
    try (FlakyTable table = new FlakyTable(DYNAMO_DB)) {
      Write.Acknowledge write = acknowledge(table);
      decide(table, write, "one");
      AttributeValue before = expiration(table, write);

      assertThat(erase(table, write, "two")).isTrue();

      assertThat(expiration(table, write)).isEqualTo(before);
    }
  }

  @Test
  void anEntryThatAnotherWroteMeanwhileIsErasedToo() {
    try (FlakyTable table = new FlakyTable(DYNAMO_DB)) {
      Write.Acknowledge write = acknowledge(table);
      decide(table, write, "one");
      decide(table, write, "two");
      // What is read first is from before the second entry.
      table.proxy.answerNext(1, 200, early(write));

      assertThat(erase(table, write, "three")).isTrue();

      assertThat(entries(table, write)).map(TrailEntry::id).containsExactly("one", "two", "three");
      assertThat(entries(table, write).toString()).doesNotContain(WHY.text());
    }
  }

  /** The answer is lost, or the process dies, at the read or at the write. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whoGotNoAnswerErasesAgainAndLeavesOneEntry(boolean arrives) {
    try (FlakyTable table = new FlakyTable(DYNAMO_DB)) {
      Write.Acknowledge write = acknowledge(table);
      decide(table, write, "one");
      table.proxy.passNext(1);
      IntStream.range(0, CallBounds.forLambda().attempts())
          .forEach(
              ignored -> {
                if (arrives) {
                  table.proxy.loseNextAnswer();
                } else {
                  table.proxy.answerNext(1, 500, "{}");
                }
              });
      assertThat(fault(() -> erase(table, write, "two")).isTransient()).isTrue();

      assertThat(erase(table, write, "two")).isTrue();

      assertThat(entries(table, write)).map(TrailEntry::id).containsExactly("one", "two");
    }
  }

  private static Write.Acknowledge acknowledge(FlakyTable table) {
    IdempotencyRecord mine = written(table.store.claim(Records.claim("a")));
    return new Write.Acknowledge(
        written(table.store.fail(mine, WHY, Records.stampAt(LATER))), LATER);
  }

  private static void decide(FlakyTable table, Write.ByOperator write, String id) {
    written(
        trail(table).write(write, OperatorTrail.entry(write, id, LATER, "anna", Optional.empty())));
  }

  private static boolean erase(FlakyTable table, Write.ByOperator write, String id) {
    return trail(table)
        .erase(write.id(), OperatorTrail.erasure(id, LATER, "anna", Optional.empty()));
  }

  private static List<TrailEntry> entries(FlakyTable table, Write.ByOperator write) {
    return trail(table).entries(write.id());
  }

  private static OperatorTrail trail(FlakyTable table) {
    return table.store.trail().orElseThrow();
  }

  private static AttributeValue expiration(FlakyTable table, Write.ByOperator write) {
    return Objects.requireNonNull(
        table
            .client
            .getItem(new RequestFactory(table.name, Listing.DOUBTFUL).trail(write.id()))
            .item()
            .get(Attributes.EXPIRATION));
  }

  private static String early(Write.ByOperator write) {
    return """
    {"Item":{"id":{"S":"trail/%s"},"entry_count":{"N":"1"},"expiration":{"N":"1"},
    "entries":{"L":[{"M":{"id":{"S":"one"},"at":{"N":"1"},"actor":{"S":"anna"},
    "action":{"S":"ACKNOWLEDGE"},"before":{"M":{}},"after":{"M":{}}}}]}}}
    """
        .formatted(write.id());
  }

  private static String cancelled(String... codes) {
    String reasons =
        List.of(codes).stream()
            .map("{\"Code\":\"%s\"}"::formatted)
            .reduce((one, other) -> one + "," + other)
            .orElse("");
    return """
    {"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
    "Message":"Transaction cancelled","CancellationReasons":[%s]}
    """
        .formatted(reasons);
  }
}
