package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.dynamodb.Records.LATER;
import static dev.effectivelyonce.dynamodb.Records.RESULT;
import static dev.effectivelyonce.dynamodb.Records.WHY;
import static dev.effectivelyonce.dynamodb.Records.fault;
import static dev.effectivelyonce.dynamodb.Records.stampAt;
import static dev.effectivelyonce.dynamodb.Records.written;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.StoredResult.Omitted;
import dev.effectivelyonce.core.record.StoredResult.Reason;
import dev.effectivelyonce.core.store.StoreException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveSpecification;

/** The format of an item, and items that are not of it. */
class FormatTest {
  private static final Claim CLAIM = Records.claim("a");
  static final List<String> REQUIRED =
      List.of(
          Attributes.STATUS,
          Attributes.OWNER,
          Attributes.ATTEMPT,
          Attributes.LEASE,
          Attributes.UPDATED_AT,
          Attributes.EXPIRATION,
          Attributes.SCHEMA);
  static final List<String> OTHERS =
      List.of(
          Attributes.VALIDATION,
          Attributes.DATA,
          Attributes.ERROR,
          Attributes.OMITTED,
          Attributes.STEPS,
          Attributes.BUSINESS_KEY);

  private final DynamoDbClient client = LocalDynamoDb.client();
  // An index would refuse some of the malformed items that these tests put.
  private final String table = LocalDynamoDb.newTable(Attributes.ID);
  private final DynamoDbStore store = new DynamoDbStore(client, table);

  @ParameterizedTest
  @FieldSource("REQUIRED")
  void aRecordWithoutAnAttributeIsUnreadableAndSaysWhich(String attribute) {
    Map<String, AttributeValue> item = item();
    item.remove(attribute);

    assertThat(unreadable(item))
        .isEqualTo(
            "The attribute \"%s\" of the record %s is missing".formatted(attribute, CLAIM.id()));
  }

  static final List<AttributeValue> NO_TRACES =
      List.of(
          AttributeValue.fromS("00-<script>-00f067aa0ba902b7-01"),
          AttributeValue.fromS("x".repeat(100_000)),
          AttributeValue.fromBool(true));

  @ParameterizedTest
  @FieldSource("NO_TRACES")
  void aTraceThatIsNoneCountsAsAbsent(AttributeValue value) {
    Map<String, AttributeValue> item = item();
    item.put(Attributes.TRACEPARENT, value);
    client.putItem(it -> it.tableName(table).item(item));

    assertThat(store.find(CLAIM.id()))
        .hasValueSatisfying(it -> assertThat(it.claimant().trace()).isEmpty());
  }

  @ParameterizedTest
  @FieldSource({"REQUIRED", "OTHERS"})
  void anAttributeOfAnotherTypeIsUnreadableAndSaysWhich(String attribute) {
    assertUnreadable(attribute, AttributeValue.fromBool(true), "\"" + attribute + "\"");
  }

  @Test
  void anUnreadableRecordThatRefusesAClaimIsReportedAndNeverOverwritten() {
    Map<String, AttributeValue> item = item();
    item.put(Attributes.STATUS, Values.string("PAUSED"));
    LocalDynamoDb.put(table, item);

    assertThat(fault(() -> store.claim(Records.claim("b"))).kind())
        .isEqualTo(StoreException.Kind.UNREADABLE);
    assertThat(storedItem()).isEqualTo(item);
  }

  @Test
  void anAttemptBelowOneIsUnreadable() {
    assertUnreadable(Attributes.ATTEMPT, Values.number(0), "attempt");
  }

  @ParameterizedTest
  @ValueSource(strings = {Attributes.OWNER, Attributes.GENERATION})
  void aBlankIdIsUnreadable(String attribute) {
    assertUnreadable(attribute, Values.string(""), CLAIM.id().value());
  }

  @Test
  void aStepThatIsNoMapOrHasNoStateOrAnImpossibleNameIsUnreadable() {
    Map<String, AttributeValue> stateless =
        new HashMap<>(StepCodec.value(Step.unbegun("charge", 1, 1)).m());
    AttributeValue good = AttributeValue.fromM(Map.copyOf(stateless));
    stateless.remove(Attributes.STEP_STATE);

    assertStepsUnreadable(Map.of("charge", Values.string("done")), "\"charge\"");
    assertStepsUnreadable(Map.of("charge", AttributeValue.fromM(stateless)), "\"state\"");
    assertStepsUnreadable(Map.of("to charge", good), "an impossible name");
  }

  private void assertStepsUnreadable(Map<String, AttributeValue> steps, String problem) {
    assertUnreadable(Attributes.STEPS, AttributeValue.fromM(steps), problem);
  }

  private void assertUnreadable(String attribute, AttributeValue value, String problem) {
    Map<String, AttributeValue> item = item();
    item.put(attribute, value);

    assertThat(unreadable(item)).contains(problem);
  }

  private String unreadable(Map<String, AttributeValue> item) {
    LocalDynamoDb.put(table, item);
    StoreException fault = fault(() -> store.find(CLAIM.id()));
    assertThat(fault.kind()).isEqualTo(StoreException.Kind.UNREADABLE);
    client.deleteItem(
        it -> it.tableName(table).key(Map.of(Attributes.ID, Values.string(CLAIM.id().value()))));
    return fault.problem();
  }

  @Test
  void whatALaterFormatKeepsInAStepSurvivesNotesOfOthers() {
    IdempotencyRecord mine = written(store.claim(CLAIM));
    Step step = Step.unbegun("charge", 1, 1).intendedBy(1);
    IdempotencyRecord noted = written(store.note(mine, step, stampAt(LATER)));
    Map<String, AttributeValue> later = new HashMap<>(StepCodec.value(step).m());
    later.put("region", Values.string("r-1"));
    Map<String, AttributeValue> item = new HashMap<>(storedItem());
    item.put(Attributes.STEPS, AttributeValue.fromM(Map.of("charge", AttributeValue.fromM(later))));
    LocalDynamoDb.put(table, item);

    written(store.note(noted, Step.unbegun("ship", 2, 1).intendedBy(1), stampAt(LATER)));

    assertThat(storedItem().getOrDefault(Attributes.STEPS, AttributeValue.fromNul(true)).m())
        .containsEntry("charge", AttributeValue.fromM(later))
        .containsKey("ship");
  }

  @Test
  void aLaterSchemaAndUnknownAttributesAreReadWithoutHarmAndSurviveUpdates() {
    Map<String, AttributeValue> item = item();
    item.put(Attributes.SCHEMA, Values.number(2));
    item.put("tenant", Values.string("t-1"));
    LocalDynamoDb.put(table, item);

    IdempotencyRecord seen = store.find(CLAIM.id()).orElseThrow();
    IdempotencyRecord mine = written(store.takeOver(seen, Records.claim("b").at(stampAt(LATER))));
    store.renew(mine, mine.leaseUntil().plusSeconds(1), stampAt(LATER));
    store.complete(mine, RESULT, stampAt(LATER));

    assertThat(storedItem())
        .containsEntry("tenant", Values.string("t-1"))
        .containsEntry(Attributes.SCHEMA, Values.number(2))
        .containsEntry(Attributes.STATUS, Values.string("COMPLETED"));
  }

  @Test
  void theTimeToLiveAttributeIsANumberOfSeconds() {
    client.updateTimeToLive(
        request ->
            request
                .tableName(table)
                .timeToLiveSpecification(
                    TimeToLiveSpecification.builder()
                        .attributeName(Attributes.EXPIRATION)
                        .enabled(true)
                        .build()));
    store.claim(CLAIM);

    assertThat(storedItem().get("expiration"))
        .isEqualTo(AttributeValue.fromN(Long.toString(1_768_964_646L)));
  }

  static Stream<Arguments> results() {
    StoredResult largest = new StoredResult.Text("x".repeat(FittedRecord.MAX_BYTES));
    return Stream.of(
        Arguments.of(largest, largest),
        Arguments.of(
            new StoredResult.Text("é".repeat(300_000)), new Omitted(Reason.TOO_LARGE, 600_000)),
        // Half of a surrogate pair.
        Arguments.of(new StoredResult.Text("\ud83d"), new Omitted(Reason.NOT_SERIALIZABLE, 0)));
  }

  @ParameterizedTest(name = "{index}")
  @MethodSource("results")
  void aResultThatNoItemCanHoldIsOmittedAndTheCompletionStands(
      StoredResult given, StoredResult kept) {
    IdempotencyRecord mine = written(store.claim(CLAIM));

    IdempotencyRecord done = written(store.complete(mine, given, stampAt(LATER)));

    assertThat(done.status()).isEqualTo(Status.COMPLETED);
    assertThat(done.result()).isEqualTo(kept);
    assertThat(store.find(mine.id())).contains(done);
  }

  /** Each part fits the item by itself. */
  @Test
  void aResultThatDoesNotFitBesideItsStepsIsOmittedAndTheCompletionStands() {
    IdempotencyRecord mine = Records.withLargeSteps(store, "payment-1");

    IdempotencyRecord done = written(store.complete(mine, Records.LARGE, stampAt(LATER)));

    assertThat(done.result()).isEqualTo(Records.LARGE_OMITTED);
    assertThat(done.steps()).isEqualTo(mine.steps());
    assertThat(store.find(mine.id())).contains(done);
  }

  @Test
  void anErrorWithHalfOfASurrogatePairDoesNotFailARelease() {
    IdempotencyRecord mine = written(store.claim(CLAIM));

    IdempotencyRecord released =
        written(store.release(mine, new ErrorSummary("\ud83d"), stampAt(LATER)));

    assertThat(released.error()).contains(new ErrorSummary("?"));
    assertThat(store.find(mine.id())).contains(released);
  }

  private Map<String, AttributeValue> item() {
    IdempotencyRecord mine = written(store.claim(CLAIM));
    store.release(mine, WHY, stampAt(LATER));
    return new HashMap<>(storedItem());
  }

  private Map<String, AttributeValue> storedItem() {
    return LocalDynamoDb.item(table, Attributes.ID, CLAIM.id().value());
  }
}
