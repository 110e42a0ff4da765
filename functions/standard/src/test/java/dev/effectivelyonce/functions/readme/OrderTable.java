package dev.effectivelyonce.functions.readme;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.effectivelyonce.dynamodb.UnitOfWork;
import java.util.Map;

/** Stands for a reader's own table. */
final class OrderTable {
  UnitOfWork rowOf(Order order) {
    return UnitOfWork.empty()
        .put(item -> item.tableName("orders").item(Map.of("orderId", fromS(order.orderId()))));
  }
}
