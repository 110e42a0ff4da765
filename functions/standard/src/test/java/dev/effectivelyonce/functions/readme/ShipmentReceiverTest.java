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
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The receiver of an outbox's messages that docs/outbox.md shows. */
class ShipmentReceiverTest {
  record Shipment(String orderId) {}

  record BusEvent(List<String> resources, Shipment detail) {}

  static final MessageIdentity<Shipment> BY_BUSINESS_KEY =
      MessageIdentity.of("fulfilment", Shipment.class, MessageKey.of(Shipment::orderId));
  static final MessageIdentity<Shipment> BY_OUTBOX_ID =
      MessageIdentity.of("fulfilment", Shipment.class, MessageKey.attribute("outbox-id"));
  static final MessageIdentity<BusEvent> BY_OUTBOX_ID_FROM_A_BUS =
      MessageIdentity.of("fulfilment", BusEvent.class, MessageKey.jsonPointer("/resources/0"));

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

  @Test
  void aCopyFromABusHasAnotherIdOfTheBusAndIsSkipped() {
    deliverFromBus("event-1", "id-1");
    deliverFromBus("event-2", "id-1");
    deliverFromBus("event-3", "id-2");

    assertThat(shipped).hasSize(2);
  }

  private void deliver(MessageIdentity<Shipment> identity, String messageId, String outboxId) {
    deliver(
        identity,
        Shipment::orderId,
        SqsRecord.of("fulfilment", messageId)
            .body("{\"orderId\":\"O-1\"}")
            .attribute("outbox-id", outboxId));
  }

  private void deliverFromBus(String eventId, String outboxId) {
    deliver(
        BY_OUTBOX_ID_FROM_A_BUS,
        event -> event.detail().orderId(),
        SqsRecord.of("fulfilment", "m-" + eventId)
            .body(
                """
                {"id": "%s", "detail-type": "shipment-ordered", "source": "packing",
                 "resources": ["%s"], "detail": {"orderId": "O-1"}}
                """
                    .formatted(eventId, outboxId)));
  }

  private <M> void deliver(
      MessageIdentity<M> identity, Function<M, String> orderId, SqsRecord message) {
    SqsConsumer<M> consumer =
        SqsConsumer.of(identity)
            .store(store)
            .retention(Duration.ofDays(19))
            .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
            .visibility((changes, deadline) -> {})
            .handler(
                (payload, delivery) -> {
                  shipped.add(orderId.apply(payload));
                  return HandlerResult.completed();
                })
            .build();
    consumer.handle(
        SqsEvents.of(message), new TestContext(Clock.systemUTC(), Duration.ofSeconds(30)));
  }
}
