package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.dynamodb.Records.fault;
import static dev.effectivelyonce.dynamodb.Records.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.StoredResult.Omitted;
import dev.effectivelyonce.core.record.StoredResult.Reason;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Write;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What DynamoDB takes in a unit of work, and what becomes of the rest. */
class UnitOfWorkTest {
  private static final CommitResult COMMITTED = new CommitResult.Committed(StoredResult.none());
  private static final Unsuccessful DECLARED = HandlerResult.fail("declared");

  private static final Claim ORDER = Records.claim("a", "order-1");

  private final FlakyTable records = new FlakyTable();
  private final String stock = LocalDynamoDb.newTable("sku");

  private CommitResult commit(UnitOfWork unit) {
    return commit(new Commit.Completing(completing("order-1"), unit));
  }

  private Write.Complete completing(String order) {
    IdempotencyRecord mine = written(records.store.claim(Records.claim("a", order)));
    return new Write.Complete(mine, StoredResult.none(), Records.stampAt(Records.LATER));
  }

  private CommitResult commit(Commit commit) {
    return records.store.transactions().orElseThrow().commit(commit);
  }

  private Unsuccessful refusal(UnitOfWork unit) {
    Commit.AtOnce commit = new Commit.AtOnce(ORDER, StoredResult.none(), unit);
    return ((CommitResult.EffectRefused) commit(commit)).outcome();
  }

  private UnitOfWork puts(int items) {
    return IntStream.range(0, items)
        .mapToObj(i -> "item-" + i)
        .reduce(UnitOfWork.empty(), this::put, (one, other) -> other);
  }

  private UnitOfWork put(UnitOfWork unit, String sku) {
    return unit.put(
        put -> put.tableName(stock).item(Map.of("sku", fromS(sku), "left", fromN("3"))));
  }

  private UnitOfWork take(UnitOfWork unit, String sku) {
    return unit.update(
        update ->
            update
                .tableName(stock)
                .key(key(sku))
                .updateExpression("SET #left = #left - :one")
                .conditionExpression("#left >= :one")
                .expressionAttributeNames(Map.of("#left", "left"))
                .expressionAttributeValues(Map.of(":one", fromN("1"))));
  }

  private static UnitOfWork delete(String table, Map<String, AttributeValue> key) {
    return UnitOfWork.empty().delete(delete -> delete.tableName(table).key(key));
  }

  private static Map<String, AttributeValue> key(String sku) {
    return Map.of("sku", fromS(sku));
  }

  private Map<String, AttributeValue> item(String sku) {
    return LocalDynamoDb.item(stock, "sku", sku);
  }

  @Test
  void everyKindOfWriteGoes() {
    commit(put(put(put(UnitOfWork.empty(), "counted"), "gone"), "checked"));

    UnitOfWork each =
        take(put(UnitOfWork.empty(), "new"), "counted")
            .delete(delete -> delete.tableName(stock).key(key("gone")))
            .check(
                check ->
                    check
                        .tableName(stock)
                        .key(key("checked"))
                        .conditionExpression("attribute_exists(sku)"));

    assertThat(commit(new Commit.Completing(completing("order-2"), each))).isEqualTo(COMMITTED);
    assertThat(item("new")).isNotEmpty();
    assertThat(item("counted")).containsEntry("left", fromN("2"));
    assertThat(item("gone")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 99})
  void noneToNinetyNineWritesGoBesideTheRecord(int writes) {
    assertThat(commit(puts(writes))).isEqualTo(COMMITTED);
  }

  @Test
  void nothingToWriteWithoutARecordTakesNoRequest() {
    int before = records.proxy.requests();

    assertThat(commit(new Commit.Unrecorded(new AttemptId("a"), UnitOfWork.empty())))
        .isEqualTo(COMMITTED);
    assertThat(records.proxy.requests()).isEqualTo(before);
  }

  @TestFactory
  Stream<DynamicTest> whatNoAttemptCouldWriteFailsItsEventForGood() {
    Map<String, AttributeValue> nothing = new HashMap<>();
    nothing.put("note", null);
    return Stream.of(
            Map.entry(
                "Refused: The unit of work has 100 writes, and DynamoDB takes 99 besides the"
                    + " record: make smaller events of it",
                puts(100)),
            Map.entry(
                "writes an item of the table " + stock + " twice",
                take(take(UnitOfWork.empty(), "counted"), "counted")),
            Map.entry("twice", take(put(UnitOfWork.empty(), "a"), "a")),
            Map.entry(
                "writes an item of the table " + records.name + " twice",
                delete(records.name, Map.of("id", fromS(ORDER.id().value())))),
            Map.entry("as invalid", put(put(UnitOfWork.empty(), "a"), "a")),
            Map.entry(
                "DynamoDB refuses the unit of work as invalid",
                UnitOfWork.empty()
                    .update(
                        it ->
                            it.tableName(stock).key(key("a")).updateExpression("SET left == :x"))),
            Map.entry("not exactly one", UnitOfWork.empty().add(action -> {})),
            Map.entry(
                "The attribute or value more of a write of the unit of work is null",
                UnitOfWork.empty()
                    .put(
                        it ->
                            it.tableName(stock)
                                .item(Map.of("sku", fromS("a"), "more", fromM(nothing))))),
            Map.entry("The attribute or value note", delete(stock, nothing)))
        .map(
            it ->
                DynamicTest.dynamicTest(
                    it.getKey(), () -> assertFails(it.getValue(), it.getKey())));
  }

  private void assertFails(UnitOfWork unit, String why) {
    assertThat(refusal(unit))
        .isInstanceOfSatisfying(
            HandlerResult.Fail.class, fail -> assertThat(fail.reason()).contains(why));
    assertThat(item("item-0")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'', has no table name",
    "' ', has no table name",
    "Missing, DynamoDB does not let the unit of work be written"
  })
  void aTableWithoutANameOrThatIsMissingWaitsUntilSomebodySeesToIt(String table, String why) {
    assertThat(refusal(delete(table, key("a"))))
        .isInstanceOfSatisfying(
            HandlerResult.Retry.class, retry -> assertThat(retry.reason()).contains(why));
  }

  @Test
  void aTableOfAnotherAccountThanTheRecordsIsRefusedWithoutARecordToo() {
    String region =
        "arn:aws:dynamodb:" + records.client.serviceClientConfiguration().region().id() + ":";
    DynamoDbStore store = new DynamoDbStore(records.client, region + "111111111111:table/records");
    Commit elsewhere =
        new Commit.Unrecorded(
            new AttemptId("a"), delete(region + "222222222222:table/stock", key("a")));

    assertThat(store.transactions().orElseThrow().commit(elsewhere))
        .isInstanceOf(CommitResult.EffectRefused.class)
        .asString()
        .contains("another account or Region");
  }

  @Test
  void effectsOfAnotherStoreFailTheirEvent() {
    Commit foreign = new Commit.Unrecorded(new AttemptId("a"), new Effects() {});

    assertThat(commit(foreign)).asString().contains("Fail", "a UnitOfWork");
  }

  @Test
  void aConditionWithoutADeclarationIsARetry() {
    assertThat(refusal(take(UnitOfWork.empty(), "none")))
        .isEqualTo(HandlerResult.retry("A condition of the handler's writes did not hold"));
  }

  @Test
  void aDeclarationWithoutAWriteIsAMistake() {
    UnitOfWork empty = UnitOfWork.empty();

    assertThatThrownBy(() -> empty.orElse(DECLARED)).hasMessageContaining("add one first");
  }

  @Test
  void aThrottledUnitAndOneThatMeetsAnotherTransactionAreFaultsOfTheStoreAndNotOfTheirEvent() {
    records.throttle();
    assertThat(fault(() -> refusal(UnitOfWork.empty())).kind())
        .isEqualTo(StoreException.Kind.THROTTLED);

    records.cancel("TransactionConflict");
    assertThat(fault(() -> refusal(UnitOfWork.empty())).kind())
        .isEqualTo(StoreException.Kind.THROTTLED);
  }

  @Test
  void aResultThatDoesNotFitBesideItsStepsIsOmittedAndTheCommitStands() {
    IdempotencyRecord mine = Records.withLargeSteps(records.store, "order-1");
    Write.Complete completion =
        new Write.Complete(mine, Records.LARGE, Records.stampAt(Records.LATER));

    assertThat(commit(new Commit.Completing(completion, put(UnitOfWork.empty(), "a"))))
        .isEqualTo(new CommitResult.Committed(Records.LARGE_OMITTED));
    assertThat(records.store.find(ORDER.id()).orElseThrow().result())
        .isEqualTo(Records.LARGE_OMITTED);
  }

  @Test
  void aRecordThatDynamoDbRefusesIsAFaultThatDoesNotPass() {
    records.cancel("ValidationError", "None");

    assertThat(fault(() -> refusal(put(UnitOfWork.empty(), "a"))).kind())
        .isEqualTo(StoreException.Kind.MISCONFIGURED);
  }

  /** Looked at again, the record may say that this very commit has happened before. */
  @Test
  void aWriteThatDynamoDbRefusesIsJudgedWhenTheRecordCanBeLookedAt() {
    records.cancel("TransactionConflict", "ValidationError");

    assertThat(fault(() -> refusal(put(UnitOfWork.empty(), "a"))).kind())
        .isEqualTo(StoreException.Kind.THROTTLED);
  }

  @Test
  void aSingleShotSaysThatItsResultWasTooLarge() {
    StoredResult large = new StoredResult.Text("x".repeat(FittedRecord.MAX_BYTES + 1));
    Omitted omitted = new Omitted(Reason.TOO_LARGE, FittedRecord.MAX_BYTES + 1);

    assertThat(commit(new Commit.AtOnce(ORDER, large, UnitOfWork.empty())))
        .isEqualTo(new CommitResult.Committed(omitted));
    assertThat(records.store.find(ORDER.id()).orElseThrow().result()).isEqualTo(omitted);
  }
}
