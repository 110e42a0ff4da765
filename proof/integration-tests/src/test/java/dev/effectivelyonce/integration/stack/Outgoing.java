package dev.effectivelyonce.integration.stack;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/**
 * A message as a producer sends it.
 *
 * @param key the business key in its body
 * @param group the message group, on a FIFO queue
 * @param simulate the fault that the function is to carry out
 */
public record Outgoing(String key, String body, Optional<String> group, Optional<String> simulate) {
  private static final String TIME = "2026-11-01T12:00:00Z";

  /** An order of 12.50 EUR. */
  public static Outgoing order(String orderId) {
    return order(orderId, 1250);
  }

  /** An order of an amount. */
  public static Outgoing order(String orderId, long totalCents) {
    return order(orderId, totalCents, Map.of("placedAt", TIME));
  }

  /** An order of 12.50 EUR that is to be shipped: two pieces of an article. */
  public static Outgoing orderToShip(String orderId, String sku) {
    return order(
        orderId, 1250, Map.of("placedAt", TIME, "delivery", "COURIER", "items", pair(sku)));
  }

  /** An order of 12.50 EUR, to be charged and shipped: two pieces of an article. */
  public static Outgoing fulfilment(String orderId, String sku) {
    return order(orderId, 1250, Map.of("items", pair(sku)));
  }

  private static List<Map<String, ?>> pair(String sku) {
    return List.of(Map.of("sku", sku, "quantity", 2));
  }

  private static Outgoing order(String orderId, long totalCents, Map<String, ?> more) {
    Map<String, Object> order = new HashMap<>();
    order.put("orderId", orderId);
    order.put("customerId", "customer-of-" + orderId);
    order.put("totalCents", totalCents);
    order.put("currency", "EUR");
    order.putAll(more);
    return new Outgoing(orderId, Json.text(order), Optional.empty(), Optional.empty());
  }

  /** A payment, in the message group of its account. */
  public static Outgoing payment(String paymentId, String accountId, long amountCents) {
    String body =
        Json.text(
            Map.of(
                "paymentId", paymentId,
                "accountId", accountId,
                "amountCents", amountCents,
                "currency", "EUR",
                "requestedAt", TIME));
    return new Outgoing(paymentId, body, Optional.of(accountId), Optional.empty());
  }

  /** A message that was received, to be sent again, without a fault. */
  public static Outgoing of(String key, Message received) {
    return new Outgoing(
        key,
        received.body(),
        Optional.ofNullable(received.attributes().get(MessageSystemAttributeName.MESSAGE_GROUP_ID)),
        Optional.empty());
  }

  /** The same event with a fault. */
  public Outgoing simulating(String fault) {
    return new Outgoing(key, body, group, Optional.of(fault));
  }

  /** The same event again, without a fault. */
  public Outgoing again() {
    return new Outgoing(key, body, group, Optional.empty());
  }
}
