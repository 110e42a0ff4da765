package dev.effectivelyonce.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.dynamodb.Shop.Order;
import dev.effectivelyonce.sqs.SqsConsumer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The drill of docs/restore.md: O-1 is booked before a moment and O-2 after it, tables are restored
 * to the moment, and copies of both messages come. DynamoDB Local restores nothing, so a restored
 * table is one whose items were copied at the moment.
 */
class RestoreDrillTest {
  /** A set of tables: the records, and what their handler wrote with them. */
  private record Tables(String records, String effects) {}

  private final Shop shop = new Shop();
  private final DynamoDbClient client = LocalDynamoDb.client();
  private final Tables lost = new Tables(LocalDynamoDb.newTable(), LocalDynamoDb.newTable());
  private Tables restored = new Tables("", "");
  private Instant moment = Instant.EPOCH;

  @BeforeEach
  void bookBeforeAndAfterTheMoment() {
    deliver(lost, "O-1");
    shop.clock.advance(Duration.ofMinutes(1));
    moment = shop.clock.instant();
    restored = new Tables(copyOf(lost.records()), copyOf(lost.effects()));
    shop.clock.advance(Duration.ofMinutes(1));
    deliver(lost, "O-2");
  }

  @Test
  void bothAsOfOneMomentRunWhatCameLaterAndNothingTwice() {
    copiesCome(restored);

    assertThat(booked(restored, "O-1")).isOne();
    assertThat(booked(restored, "O-2")).isOne();
  }

  @Test
  void recordsAloneDoAgainWhatTheEffectsHave() {
    Tables mixed = new Tables(restored.records(), lost.effects());

    copiesCome(mixed);

    assertThat(booked(mixed, "O-1")).isOne();
    assertThat(booked(mixed, "O-2")).isEqualTo(2);
  }

  @Test
  void effectsAloneMissWhatTheRecordsCallDone() {
    Tables mixed = new Tables(lost.records(), restored.effects());

    copiesCome(mixed);

    assertThat(booked(mixed, "O-1")).isOne();
    assertThat(booked(mixed, "O-2")).isZero();
  }

  @Test
  void withEffectsAloneTheRecordsThatEndedSinceAreFoundAndForgottenAndTheirCopiesRun() {
    Tables mixed = new Tables(lost.records(), restored.effects());
    DynamoDbStore store = new DynamoDbStore(client, mixed.records());
    List<String> since = completedSince(mixed.records());
    assertThat(since).containsExactly(RecordId.of(Shop.ORDERS, BusinessKey.of("O-2")).value());

    store.forget(
        store.find(RecordId.of(Shop.ORDERS, BusinessKey.of("O-2"))).orElseThrow(),
        shop.clock.instant());
    copiesCome(mixed);

    assertThat(booked(mixed, "O-1")).isOne();
    assertThat(booked(mixed, "O-2")).isOne();
  }

  private void copiesCome(Tables tables) {
    deliver(tables, "O-1");
    deliver(tables, "O-2");
  }

  private void deliver(Tables tables, String orderId) {
    SqsConsumer<Order> consumer =
        shop.builder((order, delivery) -> book(tables, order))
            .store(new DynamoDbStore(client, tables.records()))
            .build();
    assertThat(shop.deliver(consumer, Shop.message("m", orderId))).isEmpty();
  }

  private static HandlerResult book(Tables tables, Order order) {
    return HandlerResult.commit(
        UnitOfWork.empty()
            .update(
                update ->
                    update
                        .tableName(tables.effects())
                        .key(Map.of("id", fromS(order.orderId())))
                        .updateExpression("ADD times :one")
                        .expressionAttributeValues(Map.of(":one", fromN("1")))));
  }

  private int booked(Tables tables, String orderId) {
    return Integer.parseInt(
        LocalDynamoDb.item(tables.effects(), "id", orderId).getOrDefault("times", fromN("0")).n());
  }

  private List<String> completedSince(String records) {
    return client
        .scan(
            scan ->
                scan.tableName(records)
                    .filterExpression("#s = :done AND updated_at >= :moment")
                    .expressionAttributeNames(Map.of("#s", "status"))
                    .expressionAttributeValues(
                        Map.of(
                            ":done",
                            fromS("COMPLETED"),
                            ":moment",
                            fromN(Long.toString(moment.toEpochMilli())))))
        .items()
        .stream()
        .map(item -> item.getOrDefault("id", fromS("")).s())
        .toList();
  }

  private String copyOf(String table) {
    String copy = LocalDynamoDb.newTable();
    client
        .scan(scan -> scan.tableName(table).consistentRead(true))
        .items()
        .forEach(item -> client.putItem(put -> put.tableName(copy).item(item)));
    return copy;
  }
}
