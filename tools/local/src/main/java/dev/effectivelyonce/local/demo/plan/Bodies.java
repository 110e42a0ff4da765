package dev.effectivelyonce.local.demo.plan;

import java.util.List;

/** The texts of messages, good and bad. The business key is the first field of each. */
final class Bodies {
  private static final String TIME = "2026-11-01T12:00:00Z";

  private Bodies() {}

  /** A body of the event with this amount. */
  static String of(Event event, long amountCents) {
    String key = event.key();
    int number = Math.floorMod(key.hashCode(), Planner.ARTICLES);
    return switch (event.consumer()) {
      case ORDERS, RECEIPTS ->
          """
          {"orderId":"%s","customerId":"customer-%s","totalCents":%s,"currency":"EUR","placedAt":"%s"%s}\
          """
              .formatted(
                  key, number, amountCents, TIME, event.kind() == Kind.TO_SHIP ? toShip() : "");
      case PAYMENTS ->
          """
          {"paymentId":"%s","accountId":"%s","amountCents":%s,"currency":"EUR","requestedAt":"%s"}\
          """
              .formatted(key, event.account(), amountCents, TIME);
      case FULFILMENT ->
          """
          {"orderId":"%s","customerId":"%s-%s","totalCents":%s,"currency":"EUR",\
          "items":[{"sku":"%s","quantity":%s}]}\
          """
              .formatted(
                  key,
                  event.kind() == Kind.DECLINED ? "declined" : "customer",
                  number,
                  amountCents,
                  isRecalled(event) ? Planner.RECALLED : "article-" + number,
                  1 + number % 3);
      case LEDGER ->
          """
          {"transferId":"%s","fromAccount":"%s","toAccount":"%s","amountCents":%s,\
          "currency":"EUR","requestedAt":"%s"}\
          """
              .formatted(key, event.account(), event.toAccount(), amountCents, TIME);
      case REQUESTS ->
          """
          {"accountId":"%s","amountCents":%s,"currency":"EUR"}\
          """
              .formatted(event.account(), amountCents);
      case SHIPMENTS ->
          """
          {"shipmentId":"%s","orderId":"%s","carrier":"carrier-%s"}\
          """
              .formatted(key, event.account(), amountCents);
    };
  }

  /** What no consumer can read, and what has a key that none can use. An empty one is none. */
  static List<String> poison(DemoConsumer consumer, String good) {
    return List.of(
        good.substring(0, good.length() / 2),
        consumer == DemoConsumer.SHIPMENTS
            ? ""
            : good.replaceFirst("Cents\":[0-9]+", "Cents\":\"a hundred\""),
        good.replaceFirst("\"[A-Za-z]+\":\"[^\"]+\",", ""),
        good.replaceFirst(":\"[^\"]+\"", ":\"   \""));
  }

  private static String toShip() {
    return ",\"delivery\":\"COURIER\",\"items\":[{\"sku\":\"article-0\",\"quantity\":1}]";
  }

  private static boolean isRecalled(Event event) {
    return event.kind() == Kind.RECALLED || event.kind() == Kind.CRASH_IN_REFUND;
  }
}
