package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.contracts.CommitGroupsContract;
import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import dev.effectivelyonce.core.store.IdempotencyStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Update;

class DynamoDbTransactionsContractTest extends CommitGroupsContract {
  private final DynamoDbClient client = LocalDynamoDb.client();
  private String counters = "";

  @Override
  protected IdempotencyStore emptyStore() {
    counters = LocalDynamoDb.newTable("name");
    return LocalDynamoDb.newStore();
  }

  @Override
  protected Effects raising(List<String> raised) {
    return raised.stream().reduce(UnitOfWork.empty(), this::raising, (one, other) -> other);
  }

  private UnitOfWork raising(UnitOfWork unit, String counter) {
    return unit.update(update -> raise(update, counter));
  }

  private Update.Builder raise(Update.Builder update, String counter) {
    return update
        .tableName(counters)
        .key(key(counter))
        .updateExpression("ADD raised :one")
        .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1")));
  }

  @Override
  protected Effects raisingANew(List<String> raised, Unsuccessful otherwise) {
    return raised.subList(0, raised.size() - 1).stream()
        .reduce(UnitOfWork.empty(), this::raising, (one, other) -> other)
        .update(
            update ->
                raise(update, raised.getLast()).conditionExpression("attribute_not_exists(raised)"))
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
