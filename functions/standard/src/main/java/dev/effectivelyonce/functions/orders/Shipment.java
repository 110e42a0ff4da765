package dev.effectivelyonce.functions.orders;

import java.util.List;

/** What the consumer {@code fulfilment} is asked to do. */
record Shipment(
    String orderId, String customerId, long totalCents, String currency, List<Order.Item> items) {
  static Shipment of(Order order) {
    return new Shipment(
        order.orderId(), order.customerId(), order.totalCents(), order.currency(), order.items());
  }
}
