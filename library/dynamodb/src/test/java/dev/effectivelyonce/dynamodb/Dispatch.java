package dev.effectivelyonce.dynamodb;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import dev.effectivelyonce.dynamodb.outbox.Outbox;
import dev.effectivelyonce.sqs.Delivery;
import java.util.Map;

/** The handler of docs/outbox.md, word for word. */
final class Dispatch {
  record Packed(String orderId, String customerId) {}

  private final String orders;
  private final Outbox outbox;

  Dispatch(String orders, Outbox outbox) {
    this.orders = orders;
    this.outbox = outbox;
  }

  HandlerResult packed(Packed packed, Delivery delivery) {
    OutgoingMessage shipment =
        OutgoingMessage.to(
                "fulfilment", "shipment-ordered", "{\"orderId\":\"" + packed.orderId() + "\"}")
            .orderedBy(packed.customerId());
    return HandlerResult.commit(
        UnitOfWork.empty()
            .put(item -> item.tableName(orders).item(Map.of("orderId", fromS(packed.orderId()))))
            .put(outbox.message(delivery.attempt(), shipment)));
  }
}
