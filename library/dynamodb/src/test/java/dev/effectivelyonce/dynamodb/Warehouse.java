package dev.effectivelyonce.dynamodb;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.effectivelyonce.core.handler.HandlerResult;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** The handlers of docs/effects.md, word for word. */
final class Warehouse {
  record Placed(String orderId) {}

  record Reservation(String orderId, String sku, int pieces) {}

  record Counted(String sku, int pieces, String countedAt) {}

  private final DynamoDbClient client;
  private final String stock;
  private final String orders;

  Warehouse(DynamoDbClient client, String stock, String orders) {
    this.client = client;
    this.stock = stock;
    this.orders = orders;
  }

  HandlerResult placed(Placed order) {
    Map<String, AttributeValue> row =
        Map.of("orderId", fromS(order.orderId()), "state", fromS("NEW"));
    return HandlerResult.commit(UnitOfWork.empty().put(item -> item.tableName(orders).item(row)));
  }

  HandlerResult reserve(Reservation wanted) {
    UnitOfWork unit =
        UnitOfWork.empty()
            .update(item -> take(item, wanted))
            .orElse(HandlerResult.fail("Too few pieces are left"))
            .update(NaturalWrites.transition(orders, order(wanted), "state", "NEW", "RESERVED"))
            .orElse(HandlerResult.retry("The order is not there yet"));
    return HandlerResult.commit(unit);
  }

  private Update.Builder take(Update.Builder item, Reservation wanted) {
    return item.tableName(stock)
        .key(Map.of("sku", fromS(wanted.sku())))
        .updateExpression("SET pieces = pieces - :wanted")
        .conditionExpression("pieces >= :wanted")
        .expressionAttributeValues(Map.of(":wanted", fromN("" + wanted.pieces())));
  }

  private static Map<String, AttributeValue> order(Reservation wanted) {
    return Map.of("orderId", fromS(wanted.orderId()));
  }

  HandlerResult counted(Counted news) {
    Map<String, AttributeValue> item =
        Map.of(
            "sku", fromS(news.sku()),
            "pieces", fromN("" + news.pieces()),
            "countedAt", fromS(news.countedAt()));
    return isOld(news)
        ? HandlerResult.completed()
        : HandlerResult.commit(
            UnitOfWork.empty()
                .put(NaturalWrites.newer(stock, item, "countedAt"))
                .orElse(HandlerResult.retry("Newer news came in between")));
  }

  private boolean isOld(Counted news) {
    AttributeValue seen =
        client
            .getItem(get -> get.tableName(stock).key(Map.of("sku", fromS(news.sku()))))
            .item()
            .get("countedAt");
    return seen != null && seen.s().compareTo(news.countedAt()) >= 0;
  }

  UnitOfWork packed(String orderId, String shelf) {
    Map<String, AttributeValue> order = Map.of("orderId", fromS(orderId));
    return UnitOfWork.empty()
        .update(NaturalWrites.transition(orders, order, "state", "RESERVED", "PACKED"))
        .update(NaturalWrites.set(stock, Map.of("sku", fromS(shelf)), Map.of("full", fromS("yes"))))
        .delete(NaturalWrites.delete(stock, Map.of("sku", fromS("pick-list-" + orderId))));
  }
}
