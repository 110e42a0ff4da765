package dev.effectivelyonce.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.HandlerResult.NotDone;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.Write;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** What DynamoDB takes in a unit of work, and what becomes of the rest. */
class UnitOfWorkTest {
  @RegisterExtension static final LocalDynamoDb DYNAMO_DB = new LocalDynamoDb();

  private static final CommitResult COMMITTED = new CommitResult.Committed(StoredResult.none());
  private static final NotDone DECLARED = HandlerResult.fail("declared");
  private static final int MEGABYTE = 1024 * 1024;

  private DynamoDbClient client = DYNAMO_DB.client();
  private String records = "";
  private String stock = "";

  @BeforeEach
  void tables() {
    client = DYNAMO_DB.client();
    records = DYNAMO_DB.newTable(client);
    stock = DYNAMO_DB.newTable(client, "sku", ScalarAttributeType.S);
  }

  @AfterEach
  void close() {
    client.close();
  }

  private CommitResult commit(UnitOfWork unit) {
    DynamoDbStore store = new DynamoDbStore(client, records);
    IdempotencyRecord mine = Records.written(store.claim(Records.claim("a", "order-1")));
    Write.Complete completion =
        new Write.Complete(mine, StoredResult.none(), Records.stampAt(Records.LATER));
    return store.transactions().orElseThrow().commit(new Commit.Completing(completion, unit));
  }

  private String refusal(UnitOfWork unit) {
    return commit(unit) instanceof CommitResult.EffectRefused(HandlerResult.Fail(String reason))
        ? reason
        : "not refused for good";
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

  private Update.Builder take(Update.Builder update, String sku) {
    return update
        .tableName(stock)
        .key(key(sku))
        .updateExpression("SET #left = #left - :one")
        .conditionExpression("#left >= :one")
        .expressionAttributeNames(Map.of("#left", "left"))
        .expressionAttributeValues(Map.of(":one", fromN("1")));
  }

  private static Map<String, AttributeValue> key(String sku) {
    return Map.of("sku", fromS(sku));
  }

  private Map<String, AttributeValue> item(String sku) {
    return client.getItem(get -> get.tableName(stock).key(key(sku)).consistentRead(true)).item();
  }

  @Test
  void everyKindOfWriteGoes() {
    commit(put(put(put(UnitOfWork.empty(), "counted"), "gone"), "checked"));
    records = DYNAMO_DB.newTable(client);

    CommitResult result =
        commit(
            put(UnitOfWork.empty(), "new")
                .update(update -> take(update, "counted"))
                .delete(delete -> delete.tableName(stock).key(key("gone")))
                .check(
                    check ->
                        check
                            .tableName(stock)
                            .key(key("checked"))
                            .conditionExpression("attribute_exists(sku)")));

    assertThat(result).isEqualTo(COMMITTED);
    assertThat(item("new")).isNotEmpty();
    assertThat(item("counted")).containsEntry("left", fromN("2"));
    assertThat(item("gone")).isEmpty();
  }

  @Test
  void nothingAtAllGoesToo() {
    assertThat(commit(UnitOfWork.empty())).isEqualTo(COMMITTED);
  }

  @Test
  void ninetyNineWritesGoBesideTheRecord() {
    assertThat(commit(puts(99))).isEqualTo(COMMITTED);
  }

  @Test
  void oneMoreIsRefusedWithTheCounts() {
    assertThat(refusal(puts(100)))
        .isEqualTo(
            "Refused: The unit of work has 100 writes, and DynamoDB takes 99 beside the record:"
                + " make smaller events of it");
    assertThat(item("item-0")).isEmpty();
  }

  @Test
  void fourMegabytesAreTheMost() {
    String quarter = "x".repeat(MEGABYTE / 4);
    UnitOfWork large =
        IntStream.range(0, 17)
            .mapToObj(i -> Map.of("sku", fromS("item-" + i), "text", fromS(quarter)))
            .reduce(
                UnitOfWork.empty(),
                (unit, item) -> unit.put(put -> put.tableName(stock).item(item)),
                (one, other) -> other);

    assertThat(refusal(large)).contains("bytes, and DynamoDB takes 4194304");
  }

  @Test
  void twoWritesOfOneItemAreRefused() {
    UnitOfWork twice =
        UnitOfWork.empty()
            .update(update -> take(update, "counted"))
            .update(update -> take(update, "counted"));

    assertThat(refusal(twice)).contains("writes an item of the table " + stock + " twice");
  }

  @Test
  void aPutOfAnItemThatIsWrittenOtherwiseTooIsRefused() {
    assertThat(refusal(put(UnitOfWork.empty(), "a").update(update -> take(update, "a"))))
        .contains("twice");
  }

  @Test
  void aWriteOfTheRecordItselfIsRefused() {
    UnitOfWork onTheRecord =
        UnitOfWork.empty()
            .delete(
                delete ->
                    delete
                        .tableName(records)
                        .key(Map.of("id", fromS(Records.claim("a", "order-1").id().value()))));

    assertThat(refusal(onTheRecord)).contains("twice");
  }

  @Test
  void twoPutsOfOneItemAreRefusedByDynamoDb() {
    assertThat(refusal(put(put(UnitOfWork.empty(), "a"), "a"))).contains("invalid");
  }

  @Test
  void aTableOfAnotherRegionIsRefused() {
    UnitOfWork elsewhere =
        UnitOfWork.empty()
            .delete(
                delete ->
                    delete
                        .tableName("arn:aws:dynamodb:mars-north-1:123456789012:table/Stock")
                        .key(key("a")));

    assertThat(refusal(elsewhere)).contains("another account or Region");
  }

  @Test
  void tablesOfTwoAccountsAreRefused() {
    String region = client.serviceClientConfiguration().region().id();
    String one = "arn:aws:dynamodb:" + region + ":111111111111:table/Stock";
    String other = "arn:aws:dynamodb:" + region + ":222222222222:table/Stock";
    UnitOfWork across =
        UnitOfWork.empty()
            .delete(delete -> delete.tableName(one).key(key("a")))
            .delete(delete -> delete.tableName(other).key(key("a")));

    assertThat(refusal(across)).contains("another account or Region");
  }

  @Test
  void anActionThatIsNotOneIsRefused() {
    assertThat(refusal(UnitOfWork.empty().add(action -> {}))).contains("not exactly one");
  }

  @Test
  void anAttributeThatIsNullIsRefused() {
    Map<String, AttributeValue> inner = new HashMap<>();
    inner.put("note", null);
    Map<String, AttributeValue> item = Map.of("sku", fromS("a"), "more", fromM(inner));

    assertThat(refusal(UnitOfWork.empty().put(put -> put.tableName(stock).item(item))))
        .contains("more", "is null");
  }

  @Test
  void aKeyThatIsNullIsRefused() {
    Map<String, AttributeValue> key = new HashMap<>();
    key.put("sku", null);

    assertThat(refusal(UnitOfWork.empty().delete(delete -> delete.tableName(stock).key(key))))
        .contains("sku", "is null");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " "})
  void aTableWithoutANameWaitsUntilSomebodySeesToIt(String name) {
    UnitOfWork nameless = UnitOfWork.empty().delete(delete -> delete.tableName(name).key(key("a")));

    assertThat(commit(nameless))
        .isInstanceOfSatisfying(
            CommitResult.EffectRefused.class,
            refused ->
                assertThat(refused.outcome())
                    .isInstanceOfSatisfying(
                        HandlerResult.Retry.class,
                        retry -> assertThat(retry.reason()).contains("has no table name")));
  }

  @Test
  void anExpressionThatDynamoDbDoesNotUnderstandFails() {
    UnitOfWork wrong =
        UnitOfWork.empty()
            .update(
                update ->
                    update.tableName(stock).key(key("a")).updateExpression("SET left == :one"));

    assertThat(refusal(wrong)).contains("invalid");
  }

  @Test
  void aTableThatIsMissingIsARetry() {
    UnitOfWork missing =
        UnitOfWork.empty().delete(delete -> delete.tableName("Missing").key(key("a")));

    assertThat(commit(missing))
        .isInstanceOfSatisfying(
            CommitResult.EffectRefused.class,
            refused -> assertThat(refused.outcome()).isInstanceOf(HandlerResult.Retry.class));
  }

  @Test
  void aConditionThatDoesNotHoldComesToWhatIsDeclared() {
    UnitOfWork unit =
        put(UnitOfWork.empty(), "other").update(update -> take(update, "none")).orElse(DECLARED);

    assertThat(commit(unit)).isEqualTo(new CommitResult.EffectRefused(DECLARED));
    assertThat(item("other")).isEmpty();
  }

  @Test
  void aConditionWithoutADeclarationIsARetry() {
    assertThat(commit(UnitOfWork.empty().update(update -> take(update, "none"))))
        .isEqualTo(
            new CommitResult.EffectRefused(
                HandlerResult.retry("A condition of the handler's writes did not hold")));
  }
}
