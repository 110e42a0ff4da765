package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.contracts.CommitGroupsContract;
import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult.NotDone;
import dev.effectivelyonce.core.store.IdempotencyStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

@TestInstance(Lifecycle.PER_CLASS)
class DynamoDbTransactionsContractTest extends CommitGroupsContract {
  @RegisterExtension static final LocalDynamoDb DYNAMO_DB = new LocalDynamoDb();

  private DynamoDbClient client;
  private String counters = "";

  @BeforeAll
  void connect() {
    client = DYNAMO_DB.client();
  }

  @AfterAll
  void disconnect() {
    client.close();
  }

  @Override
  protected IdempotencyStore emptyStore() {
    counters = DYNAMO_DB.newTable(client, "name", ScalarAttributeType.S);
    return new DynamoDbStore(client, DYNAMO_DB.newTable(client));
  }

  @Override
  protected Effects raising(List<String> raised) {
    return raised.stream().reduce(UnitOfWork.empty(), this::raising, (one, other) -> other);
  }

  private UnitOfWork raising(UnitOfWork unit, String counter) {
    return unit.update(
        update ->
            update
                .tableName(counters)
                .key(key(counter))
                .updateExpression("ADD raised :one")
                .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))));
  }

  @Override
  protected Effects raisingANew(List<String> raised, NotDone otherwise) {
    UnitOfWork others =
        raised.subList(0, raised.size() - 1).stream()
            .reduce(UnitOfWork.empty(), this::raising, (one, other) -> other);
    return others
        .update(
            update ->
                update
                    .tableName(counters)
                    .key(key(raised.getLast()))
                    .updateExpression("ADD raised :one")
                    .conditionExpression("attribute_not_exists(raised)")
                    .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))))
        .orElse(otherwise);
  }

  /** A transaction of DynamoDB answers with none of the values that it wrote. */
  @Override
  protected Optional<Effects> raisingAndYielding(List<String> raised) {
    return Optional.empty();
  }

  @Override
  protected int count(String counter) {
    Map<String, AttributeValue> item =
        client
            .getItem(get -> get.tableName(counters).key(key(counter)).consistentRead(true))
            .item();
    return Optional.ofNullable(item.get("raised")).map(it -> Integer.parseInt(it.n())).orElse(0);
  }

  private static Map<String, AttributeValue> key(String counter) {
    return Map.of("name", AttributeValue.fromS(counter));
  }
}
