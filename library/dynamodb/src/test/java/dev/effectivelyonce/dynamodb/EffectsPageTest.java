package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.dynamodb.LocalDynamoDb.item;
import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.dynamodb.Warehouse.Counted;
import dev.effectivelyonce.dynamodb.Warehouse.Placed;
import dev.effectivelyonce.dynamodb.Warehouse.Reservation;
import dev.effectivelyonce.sqs.MessageHandler;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What docs/effects.md shows does what the page says. */
class EffectsPageTest {
  private final Shop shop = new Shop();
  private final DynamoDbClient client = LocalDynamoDb.client();
  private final String stock = LocalDynamoDb.newTable("sku");
  private final String orders = LocalDynamoDb.newTable("orderId");

  @Test
  void aRowIsWrittenOnceThoughItsProcessDiesBeforeTheCommitAndCopiesCome() {
    assertThat(shop.deliver(placing((order, delivery) -> diedBeforeItsCommit()), placed()))
        .containsExactly("m-1");
    assertThat(item(orders, "orderId", "O-1")).isEmpty();
    assertThat(shop.deliver(placing((order, delivery) -> warehouse().placed(order)), placed()))
        .isEmpty();
    given(orders, "orderId", "O-1", "state", fromS("RESERVED"));

    assertThat(shop.deliver(placing((order, delivery) -> warehouse().placed(order)), placed()))
        .isEmpty();

    assertThat(item(orders, "orderId", "O-1")).containsEntry("state", fromS("RESERVED"));
    assertThat(shop.record("O-1").status()).isEqualTo(Status.COMPLETED);
  }

  @Test
  void piecesAreTakenOnceThoughItsProcessDiesBeforeTheCommitAndCopiesCome() {
    given(stock, "sku", "S-1", "pieces", fromN("5"));
    given(orders, "orderId", "O-1", "state", fromS("NEW"));

    assertThat(shop.deliver(reservations((wanted, delivery) -> diedBeforeItsCommit()), reserve(3)))
        .containsExactly("m-1");
    assertThat(shop.deliver(reservations(), reserve(3))).isEmpty();
    assertThat(shop.deliver(reservations(), reserve(3))).isEmpty();

    assertThat(item(stock, "sku", "S-1")).containsEntry("pieces", fromN("2"));
    assertThat(item(orders, "orderId", "O-1")).containsEntry("state", fromS("RESERVED"));
    assertThat(shop.record("O-1").status()).isEqualTo(Status.COMPLETED);
  }

  @Test
  void tooFewPiecesAreAFailureForGoodAndNothingIsWritten() {
    given(stock, "sku", "S-1", "pieces", fromN("2"));
    given(orders, "orderId", "O-1", "state", fromS("NEW"));

    assertThat(shop.deliver(reservations(), reserve(3))).containsExactly("m-1");

    assertThat(shop.record("O-1").status()).isEqualTo(Status.FAILED);
    assertThat(item(stock, "sku", "S-1")).containsEntry("pieces", fromN("2"));
    assertThat(item(orders, "orderId", "O-1")).containsEntry("state", fromS("NEW"));
  }

  @Test
  void anOrderThatIsNotThereYetIsWaitedForAndNothingIsWritten() {
    given(stock, "sku", "S-1", "pieces", fromN("5"));

    assertThat(shop.deliver(reservations(), reserve(3))).containsExactly("m-1");
    assertThat(shop.record("O-1").status()).isEqualTo(Status.RETRYABLE);
    assertThat(item(stock, "sku", "S-1")).containsEntry("pieces", fromN("5"));
    given(orders, "orderId", "O-1", "state", fromS("NEW"));

    assertThat(shop.deliver(reservations(), reserve(3))).isEmpty();
    assertThat(item(stock, "sku", "S-1")).containsEntry("pieces", fromN("2"));
  }

  @Test
  void oldNewsIsDoneWithoutAnEffect() {
    SqsConsumer<Counted> counts =
        consumer(
            MessageIdentity.of("counts", Counted.class, MessageKey.of(Counted::countedAt)),
            (news, delivery) -> warehouse().counted(news));

    assertThat(shop.deliver(counts, counted("m-2", 7, "2026-11-01T12:00:00Z"))).isEmpty();
    assertThat(shop.deliver(counts, counted("m-1", 9, "2026-11-01T11:00:00Z"))).isEmpty();

    assertThat(item(stock, "sku", "S-1")).containsEntry("pieces", fromN("7"));
  }

  @Test
  void aPackedOrderMovesOnAndItsPickListIsGone() {
    given(orders, "orderId", "O-1", "state", fromS("RESERVED"));
    given(stock, "sku", "pick-list-O-1", "pieces", fromN("1"));

    assertThat(
            shop.deliver(
                reservations(
                    (wanted, delivery) ->
                        HandlerResult.commit(warehouse().packed(wanted.orderId(), "shelf-9"))),
                reserve(3)))
        .isEmpty();

    assertThat(item(orders, "orderId", "O-1")).containsEntry("state", fromS("PACKED"));
    assertThat(item(stock, "sku", "shelf-9")).containsEntry("full", fromS("yes"));
    assertThat(item(stock, "sku", "pick-list-O-1")).isEmpty();
  }

  private Warehouse warehouse() {
    return new Warehouse(client, stock, orders);
  }

  private static HandlerResult diedBeforeItsCommit() {
    throw new IllegalStateException("died");
  }

  private SqsConsumer<Placed> placing(MessageHandler<Placed> handler) {
    return consumer(
        MessageIdentity.of(Shop.ORDERS.value(), Placed.class, MessageKey.of(Placed::orderId)),
        handler);
  }

  private SqsConsumer<Reservation> reservations() {
    return reservations((wanted, delivery) -> warehouse().reserve(wanted));
  }

  private SqsConsumer<Reservation> reservations(MessageHandler<Reservation> handler) {
    return consumer(
        MessageIdentity.of(
            Shop.ORDERS.value(), Reservation.class, MessageKey.of(Reservation::orderId)),
        handler);
  }

  private <M> SqsConsumer<M> consumer(MessageIdentity<M> identity, MessageHandler<M> handler) {
    Platform system = Platform.system();
    return SqsConsumer.of(identity)
        .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
        .store(shop.store)
        .retention(Duration.ofDays(19))
        .visibility((changes, deadline) -> {})
        .platform(new Platform(shop.clock, system.owners(), system.random(), shop.clock::advance))
        .handler(handler)
        .build();
  }

  private static SqsRecord placed() {
    return SqsRecord.of("orders", "m-1").body("{\"orderId\":\"O-1\"}");
  }

  private static SqsRecord reserve(int pieces) {
    return SqsRecord.of("orders", "m-1")
        .body("{\"orderId\":\"O-1\",\"sku\":\"S-1\",\"pieces\":%s}".formatted(pieces));
  }

  private static SqsRecord counted(String messageId, int pieces, String at) {
    return SqsRecord.of("counts", messageId)
        .body("{\"sku\":\"S-1\",\"pieces\":%s,\"countedAt\":\"%s\"}".formatted(pieces, at));
  }

  private void given(String table, String key, String id, String attribute, AttributeValue value) {
    LocalDynamoDb.put(table, Map.of(key, fromS(id), attribute, value));
  }
}
