package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.dynamodb.Records.LATER;
import static dev.effectivelyonce.dynamodb.Records.RESULT;
import static dev.effectivelyonce.dynamodb.Records.WHY;
import static dev.effectivelyonce.dynamodb.Records.fault;
import static dev.effectivelyonce.dynamodb.Records.stampAt;
import static dev.effectivelyonce.dynamodb.Records.written;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.StoredResult.Omitted;
import dev.effectivelyonce.core.record.StoredResult.Reason;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.StoreException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveSpecification;

class FormatTest {
  @RegisterExtension static final LocalDynamoDb DYNAMO_DB = new LocalDynamoDb();

  private DynamoDbClient client;
  private String table;
  private DynamoDbStore store;

  @BeforeEach
  void connect() {
    client = DYNAMO_DB.client();
    // An index would refuse some of the malformed items that these tests put.
    table = DYNAMO_DB.newTable(client, Attributes.ID, ScalarAttributeType.S);
    store = new DynamoDbStore(client, table);
  }

  @AfterEach
  void disconnect() {
    client.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        Attributes.STATUS,
        Attributes.OWNER,
        Attributes.ATTEMPT,
        Attributes.LEASE,
        Attributes.UPDATED_AT,
        Attributes.EXPIRATION,
        Attributes.SCHEMA
      })
  void aRecordWithoutAnAttributeIsUnreadableAndSaysWhich(String attribute) {
    Map<String, AttributeValue> item = item();
    item.remove(attribute);
    put(item);

    StoreException fault = fault(() -> store.find(Records.claim("a").id()));

    assertThat(fault.kind()).isEqualTo(StoreException.Kind.UNREADABLE);
    assertThat(fault.problem())
        .isEqualTo(
            "The attribute \"%s\" of the record %s is missing"
                .formatted(attribute, Records.claim("a").id()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        Attributes.STATUS,
        Attributes.OWNER,
        Attributes.ATTEMPT,
        Attributes.LEASE,
        Attributes.UPDATED_AT,
        Attributes.EXPIRATION,
        Attributes.SCHEMA,
        Attributes.VALIDATION,
        Attributes.DATA,
        Attributes.ERROR,
        Attributes.OMITTED,
        Attributes.STEPS,
        Attributes.BUSINESS_KEY
      })
  void anAttributeOfAnotherTypeIsUnreadableAndSaysWhich(String attribute) {
    Map<String, AttributeValue> item = item();
    item.put(attribute, AttributeValue.fromBool(true));
    put(item);

    StoreException fault = fault(() -> store.find(Records.claim("a").id()));

    assertThat(fault.kind()).isEqualTo(StoreException.Kind.UNREADABLE);
    assertThat(fault.problem()).contains("\"" + attribute + "\"");
  }

  @Test
  void anUnreadableRecordThatRefusesAClaimIsReportedAndNeverOverwritten() {
    Map<String, AttributeValue> item = item();
    item.put(Attributes.STATUS, Values.string("PAUSED"));
    put(item);

    assertThat(fault(() -> store.claim(Records.claim("b"))).kind())
        .isEqualTo(StoreException.Kind.UNREADABLE);
    assertThat(storedItem()).isEqualTo(item);
  }

  @Test
  void anAttemptBelowOneIsUnreadable() {
    Map<String, AttributeValue> item = item();
    item.put(Attributes.ATTEMPT, Values.number(0));
    put(item);

    assertThat(fault(() -> store.find(Records.claim("a").id())).problem()).contains("attempt");
  }

  @Test
  void aStepThatIsNoMapOrHasNoStateOrAnImpossibleNameIsUnreadable() {
    Map<String, AttributeValue> good = StepCodec.value(Step.unbegun("charge", 1, 1)).m();
    Map<String, AttributeValue> stateless = new HashMap<>(good);
    stateless.remove(Attributes.STEP_STATE);

    assertUnreadable(Map.of("charge", Values.string("done")), "\"charge\"");
    assertUnreadable(Map.of("charge", AttributeValue.fromM(stateless)), "\"state\"");
    assertUnreadable(Map.of("to charge", AttributeValue.fromM(good)), "an impossible name");
  }

  private void assertUnreadable(Map<String, AttributeValue> steps, String problem) {
    Map<String, AttributeValue> item = item();
    item.put(Attributes.STEPS, AttributeValue.fromM(steps));
    put(item);

    StoreException fault = fault(() -> store.find(Records.claim("a").id()));

    assertThat(fault.kind()).isEqualTo(StoreException.Kind.UNREADABLE);
    assertThat(fault.problem()).contains(problem);
    client.deleteItem(
        request ->
            request
                .tableName(table)
                .key(Map.of(Attributes.ID, Values.string(Records.claim("a").id().value()))));
  }

  @Test
  void whatALaterFormatKeepsInAStepSurvivesNotesOfOthers() {
    IdempotencyRecord mine = written(store.claim(Records.claim("a")));
    Step step = Step.unbegun("charge", 1, 1).intendedBy(1);
    IdempotencyRecord noted = written(store.note(mine, step, stampAt(LATER)));
    Map<String, AttributeValue> later = new HashMap<>(StepCodec.value(step).m());
    later.put("region", Values.string("r-1"));
    Map<String, AttributeValue> item = new HashMap<>(storedItem());
    item.put(Attributes.STEPS, AttributeValue.fromM(Map.of("charge", AttributeValue.fromM(later))));
    put(item);

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
    put(item);

    IdempotencyRecord seen = store.find(Records.claim("a").id()).orElseThrow();
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
    store.claim(Records.claim("a"));

    assertThat(storedItem().get("expiration"))
        .isEqualTo(AttributeValue.fromN(Long.toString(1_768_964_646L)));
  }

  @Test
  void aResultThatNoItemCanHoldIsOmittedAndTheCompletionStands() {
    IdempotencyRecord mine = written(store.claim(Records.claim("a")));
    String huge = "é".repeat(300_000);

    IdempotencyRecord done =
        written(store.complete(mine, new StoredResult.Text(huge), stampAt(LATER)));

    assertThat(done.status()).isEqualTo(Status.COMPLETED);
    assertThat(done.result()).isEqualTo(new Omitted(Reason.TOO_LARGE, 600_000));
    assertThat(store.find(mine.id())).contains(done);
  }

  @Test
  void theLargestResultThatIsKeptFitsBesideEverythingElse() {
    IdempotencyRecord mine = written(store.claim(Records.claim("a")));
    StoredResult largest = new StoredResult.Text("x".repeat(FittedRecord.MAX_BYTES));

    IdempotencyRecord done = written(store.complete(mine, largest, stampAt(LATER)));

    assertThat(store.find(mine.id())).contains(done);
    assertThat(done.result()).isEqualTo(largest);
  }

  @Test
  void textWithHalfOfASurrogatePairDoesNotFailACompletion() {
    IdempotencyRecord mine = written(store.claim(Records.claim("a")));

    IdempotencyRecord done =
        written(store.complete(mine, new StoredResult.Text("\ud83d"), stampAt(LATER)));

    assertThat(done.result()).isEqualTo(new Omitted(Reason.NOT_SERIALIZABLE, 0));
    assertThat(store.find(mine.id())).contains(done);
  }

  @Test
  void anErrorWithHalfOfASurrogatePairDoesNotFailARelease() {
    IdempotencyRecord mine = written(store.claim(Records.claim("a")));

    IdempotencyRecord released =
        written(store.release(mine, new ErrorSummary("\ud83d"), stampAt(LATER)));

    assertThat(released.error()).contains(new ErrorSummary("?"));
    assertThat(store.find(mine.id())).contains(released);
  }

  private Map<String, AttributeValue> item() {
    IdempotencyRecord mine = written(store.claim(Records.claim("a")));
    store.release(mine, WHY, stampAt(LATER));
    return new HashMap<>(storedItem());
  }

  private Map<String, AttributeValue> storedItem() {
    return client
        .getItem(new RequestFactory(table, Listing.DOUBTFUL).find(Records.claim("a").id()))
        .item();
  }

  private void put(Map<String, AttributeValue> item) {
    client.putItem(request -> request.tableName(table).item(item));
  }
}
