package dev.effectivelyonce.functions.orders;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import dev.effectivelyonce.dynamodb.UnitOfWork;
import dev.effectivelyonce.dynamodb.outbox.Outbox;
import dev.effectivelyonce.sqs.JsonCodec;

/**
 * Handles orders. One that is to be shipped sends a message to the consumer {@code fulfilment}:
 * order, message and completion are written together. Any other is a plain write.
 */
final class Orders {
  private final OrderTable table;
  private final Outbox outbox;
  private final JsonCodec json;

  Orders(OrderTable table, Outbox outbox, JsonCodec json) {
    this.table = table;
    this.outbox = outbox;
    this.json = json;
  }

  HandlerResult handle(Order order, Attempt attempt) throws Exception {
    OrderReceipt receipt = new OrderReceipt(order.orderId(), attempt.number());
    if (order.isToBeShipped()) {
      return HandlerResult.commit(shipping(order, attempt), receipt);
    }
    table.write(order);
    return HandlerResult.completed(receipt);
  }

  /**
   * Returns the writes of an order to ship. Its message is ordered by customer, in case that the
   * destination is a FIFO queue.
   */
  private UnitOfWork shipping(Order order, Attempt attempt) throws Exception {
    OutgoingMessage shipment =
        OutgoingMessage.to("fulfilment", "shipment-ordered", json.write(Shipment.of(order)))
            .orderedBy(order.customerId());
    return UnitOfWork.empty()
        .update(update -> table.write(order, update))
        .put(outbox.message(attempt, shipment));
  }
}
