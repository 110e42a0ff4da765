package dev.effectivelyonce.dynamodb;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import dev.effectivelyonce.dynamodb.outbox.Outbox;
import dev.effectivelyonce.sqs.Delivery;
import java.util.Map;

/** The handler of docs/outbox.md, word for word. */
final class Dispatch {
  record Packed(String orderId, String customerId) {}

  private final JsonMapper json = new JsonMapper();
  private final String orders;
  private final Outbox outbox;

  Dispatch(String orders, Outbox outbox) {
    this.orders = orders;
    this.outbox = outbox;
  }

  HandlerResult packed(Packed packed, Delivery delivery) {
    String body = json.createObjectNode().put("orderId", packed.orderId()).toString();
    OutgoingMessage shipment =
        OutgoingMessage.to("fulfilment", "shipment-ordered", body).orderedBy(packed.customerId());
    return HandlerResult.commit(
        UnitOfWork.empty()
            .put(item -> item.tableName(orders).item(Map.of("orderId", fromS(packed.orderId()))))
            .put(outbox.message(delivery.attempt(), shipment)));
  }
}
