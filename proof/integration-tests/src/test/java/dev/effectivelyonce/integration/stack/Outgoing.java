package dev.effectivelyonce.integration.stack;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
    String body =
        Json.text(
            Map.of(
                "orderId", orderId,
                "customerId", "customer-of-" + orderId,
                "totalCents", totalCents,
                "currency", "EUR",
                "placedAt", TIME));
    return new Outgoing(orderId, body, Optional.empty(), Optional.empty());
  }

  /** An order of 12.50 EUR that is to be shipped: two pieces of an article. */
  public static Outgoing orderToShip(String orderId, String sku) {
    String body =
        Json.text(
            Map.of(
                "orderId",
                orderId,
                "customerId",
                "customer-of-" + orderId,
                "totalCents",
                1250,
                "currency",
                "EUR",
                "placedAt",
                TIME,
                "delivery",
                "COURIER",
                "items",
                List.of(Map.of("sku", sku, "quantity", 2))));
    return new Outgoing(orderId, body, Optional.empty(), Optional.empty());
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

  /** A transfer from the account a-1 to a-2. */
  public static Outgoing transfer(String transferId, long amountCents) {
    String body =
        Json.text(
            Map.of(
                "transferId",
                transferId,
                "fromAccount",
                "a-1",
                "toAccount",
                "a-2",
                "amountCents",
                amountCents,
                "currency",
                "EUR",
                "requestedAt",
                TIME));
    return new Outgoing(transferId, body, Optional.empty(), Optional.empty());
  }

  /** An order of 12.50 EUR, to be charged and shipped: two pieces of an article. */
  public static Outgoing fulfilment(String orderId, String sku) {
    return fulfilment(orderId, sku, "customer-of-" + orderId);
  }

  /** The same, of a customer whose card is declined. */
  public static Outgoing declinedFulfilment(String orderId, String sku) {
    return fulfilment(orderId, sku, "declined-" + orderId);
  }

  private static Outgoing fulfilment(String orderId, String sku, String customerId) {
    String body =
        Json.text(
            Map.of(
                "orderId",
                orderId,
                "customerId",
                customerId,
                "totalCents",
                1250,
                "currency",
                "EUR",
                "items",
                List.of(Map.of("sku", sku, "quantity", 2))));
    return new Outgoing(orderId, body, Optional.empty(), Optional.empty());
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

  /** This message a number of times. */
  public Stream<Outgoing> times(int copies) {
    return IntStream.range(0, copies).mapToObj(ignored -> this);
  }
}
