package dev.effectivelyonce.functions.readme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The receiver of an outbox's messages that docs/outbox.md shows. */
class ShipmentReceiverTest {
  record Shipment(String orderId) {}

  static final MessageIdentity<Shipment> BY_BUSINESS_KEY =
      MessageIdentity.of("fulfilment", Shipment.class, MessageKey.of(Shipment::orderId));
  static final MessageIdentity<Shipment> BY_OUTBOX_ID =
      MessageIdentity.of("fulfilment", Shipment.class, MessageKey.attribute("outbox-id"));

  private final InMemoryStore store = new InMemoryStore();
  private final List<String> shipped = new ArrayList<>();

  @Test
  void aCopyIsSkippedByEither() {
    deliver(BY_BUSINESS_KEY, "m-1", "id-1");
    deliver(BY_BUSINESS_KEY, "m-2", "id-1");
    assertThat(shipped).containsExactly("O-1");

    deliver(BY_OUTBOX_ID, "m-3", "id-1");
    deliver(BY_OUTBOX_ID, "m-4", "id-1");
    assertThat(shipped).containsExactly("O-1", "O-1");
  }

  @Test
  void anEventThatRanInASecondLifeIsSkippedByTheBusinessKeyAlone() {
    deliver(BY_BUSINESS_KEY, "m-1", "id-1");
    deliver(BY_BUSINESS_KEY, "m-2", "id-2");
    assertThat(shipped).containsExactly("O-1");

    deliver(BY_OUTBOX_ID, "m-3", "id-1");
    deliver(BY_OUTBOX_ID, "m-4", "id-2");
    assertThat(shipped).containsExactly("O-1", "O-1", "O-1");
  }

  private void deliver(MessageIdentity<Shipment> identity, String messageId, String outboxId) {
    SqsConsumer<Shipment> consumer =
        SqsConsumer.of(identity)
            .store(store)
            .retention(Duration.ofDays(19))
            .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
            .visibility((changes, deadline) -> {})
            .handler(
                (shipment, delivery) -> {
                  shipped.add(shipment.orderId());
                  return HandlerResult.completed();
                })
            .build();
    SqsRecord message =
        SqsRecord.of("fulfilment", messageId)
            .body("{\"orderId\":\"O-1\"}")
            .attribute("outbox-id", outboxId);
    consumer.handle(
        SqsEvents.of(message), new TestContext(Clock.systemUTC(), Duration.ofSeconds(30)));
  }
}
