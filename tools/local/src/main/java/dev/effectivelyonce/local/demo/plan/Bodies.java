package dev.effectivelyonce.local.demo.plan;

/** The texts of messages, good and bad. */
final class Bodies {
  private static final String TIME = "2026-11-01T12:00:00Z";

  private Bodies() {}

  static String order(String orderId, String customerId, long totalCents) {
    return """
    {"orderId":"%s","customerId":"%s","totalCents":%s,"currency":"EUR","placedAt":"%s"}\
    """
        .formatted(orderId, customerId, totalCents, TIME);
  }

  static String orderToShip(String orderId, String customerId, long totalCents) {
    return """
    {"orderId":"%s","customerId":"%s","totalCents":%s,"currency":"EUR","placedAt":"%s",\
    "delivery":"COURIER","items":[{"sku":"article-0","quantity":1}]}\
    """
        .formatted(orderId, customerId, totalCents, TIME);
  }

  static String payment(String paymentId, String accountId, long amountCents) {
    return """
    {"paymentId":"%s","accountId":"%s","amountCents":%s,"currency":"EUR","requestedAt":"%s"}\
    """
        .formatted(paymentId, accountId, amountCents, TIME);
  }

  static String fulfilment(
      String orderId, String customerId, long totalCents, String sku, int quantity) {
    return """
    {"orderId":"%s","customerId":"%s","totalCents":%s,"currency":"EUR",\
    "items":[{"sku":"%s","quantity":%s}]}\
    """
        .formatted(orderId, customerId, totalCents, sku, quantity);
  }

  static String transfer(String transferId, String from, String to, long amountCents) {
    return """
    {"transferId":"%s","fromAccount":"%s","toAccount":"%s","amountCents":%s,"currency":"EUR",\
    "requestedAt":"%s"}\
    """
        .formatted(transferId, from, to, amountCents, TIME);
  }

  static String shipment(String shipmentId, String orderId, String carrier) {
    return """
    {"shipmentId":"%s","orderId":"%s","carrier":"%s"}\
    """
        .formatted(shipmentId, orderId, carrier);
  }

  /** A request of the payments API, good or as its role has it. */
  static String request(PlannedMessage.Role role, String accountId, long amountCents) {
    String good =
        """
        {"accountId":"%s","amountCents":%s,"currency":"EUR"}\
        """
            .formatted(accountId, amountCents);
    return switch (role) {
      case NOT_JSON -> good.substring(0, good.length() / 2);
      case WRONG_TYPE -> good.replace(":" + amountCents + ",", ":\"a hundred\",");
      default -> good;
    };
  }

  /** A body of this queue that no consumer can read, or whose key no consumer can use. */
  static String poison(DemoQueue queue, PlannedMessage.Role role, String key) {
    String good =
        switch (queue) {
          case ORDERS, RECEIPTS -> order(key, "customer-0", 100);
          case PAYMENTS -> payment(key, "account-0", 100);
          case FULFILMENT -> fulfilment(key, "customer-0", 100, "article-0", 1);
          case LEDGER -> transfer(key, "book-00", "book-01", 100);
        };
    return switch (role) {
      case NOT_JSON -> good.substring(0, good.length() / 2);
      case WRONG_TYPE -> good.replace(":100,", ":\"a hundred\",");
      case MISSING_KEY -> good.replace("\"" + queue.keyField() + "\":\"" + key + "\",", "");
      case BLANK_KEY -> good.replace("\"" + key + "\"", "\"   \"");
      default -> throw new IllegalArgumentException(role + " is not poison");
    };
  }
}
