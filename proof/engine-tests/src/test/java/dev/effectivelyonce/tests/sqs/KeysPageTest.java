package dev.effectivelyonce.tests.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What docs/keys.md shows, and what it says of changes in a deployment. */
class KeysPageTest {
  record Order(String tenant, String orderId, long totalCents) {}

  static final MessageIdentity<Order> ORDERS =
      MessageIdentity.of(
              "orders",
              Order.class,
              MessageKey.of("tenant", Order::tenant).and("orderId", Order::orderId))
          .fingerprint(order -> Fingerprint.of(order.totalCents()));

  private final Bench bench = new Bench();
  private final List<String> ran = new ArrayList<>();

  @Test
  void aCopyIsSkippedAndAnotherFingerprintIsRefused() {
    assertThat(delivered(ORDERS, 100)).isEmpty();
    assertThat(delivered(ORDERS, 100)).isEmpty();
    assertThat(delivered(ORDERS, 200)).hasSize(1);

    assertThat(ran).containsExactly("O-1");
  }

  @Test
  void otherNamesOfItsPartsAreTheSameKey() {
    delivered(identity("orders", MessageKey.of("tenant", Order::tenant).and("id", Order::orderId)));
    delivered(identity("orders", MessageKey.of("shop", Order::tenant).and("no", Order::orderId)));

    assertThat(ran).hasSize(1);
  }

  @Test
  void anotherOrderAScopeAndAnotherConsumerAreOtherKeys() {
    delivered(identity("orders", MessageKey.of("tenant", Order::tenant).and("id", Order::orderId)));
    delivered(identity("orders", MessageKey.of("id", Order::orderId).and("tenant", Order::tenant)));
    delivered(identity("orders", MessageKey.of(Order::orderId).scopedBy(Order::tenant)));
    delivered(identity("bills", MessageKey.of("tenant", Order::tenant).and("id", Order::orderId)));

    assertThat(ran).hasSize(4);
  }

  private static MessageIdentity<Order> identity(String consumer, MessageKey<Order> key) {
    return MessageIdentity.of(consumer, Order.class, key);
  }

  private void delivered(MessageIdentity<Order> identity) {
    assertThat(delivered(identity, 100)).isEmpty();
  }

  private List<String> delivered(MessageIdentity<Order> identity, long totalCents) {
    SqsConsumer<Order> consumer =
        bench
            .with(SqsConsumer.of(identity))
            .handler(
                (order, delivery) -> {
                  ran.add(order.orderId());
                  return HandlerResult.completed();
                })
            .build();
    return bench.failed(
        consumer,
        SqsRecord.of("orders", "m-" + totalCents)
            .body(
                "{\"tenant\": \"t-1\", \"orderId\": \"O-1\", \"totalCents\": " + totalCents + "}"));
  }
}
