package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.dynamodb.Shop.Order;
import dev.effectivelyonce.dynamodb.outbox.Outbox;
import dev.effectivelyonce.dynamodb.outbox.OutboxItem;
import dev.effectivelyonce.sqs.Delivery;
import dev.effectivelyonce.sqs.SqsConsumer;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A shop with an outbox. */
final class SendingShop {
  static final OutgoingMessage SHIPMENT =
      OutgoingMessage.to("fulfilment", "shipment-ordered", "{\"orderId\":\"O-1\"}");

  final Shop shop = new Shop();
  private final String table = LocalDynamoDb.newOutbox();
  final Outbox outbox = new Outbox(table, shop.clock);

  HandlerResult result(Delivery delivery, OutgoingMessage... messages) {
    return HandlerResult.commit(
        Stream.of(messages)
            .reduce(
                UnitOfWork.empty(),
                (unit, message) -> unit.put(outbox.message(delivery.attempt(), message)),
                (one, other) -> other));
  }

  SqsConsumer<Order> sender(OutgoingMessage... messages) {
    return shop.consumer((order, delivery) -> result(delivery, messages));
  }

  /** The id that the shipment of an order has. */
  String messageId(String orderId) {
    IdempotencyRecord record = shop.record(orderId);
    return record.id().messageId(record.generation(), SHIPMENT.name());
  }

  List<OutboxMessage> waiting() {
    return items().stream().map(OutboxItem::message).toList();
  }

  List<Map<String, AttributeValue>> items() {
    return LocalDynamoDb.client().scan(scan -> scan.tableName(table).consistentRead(true)).items();
  }
}
