package dev.effectivelyonce.tests.sqs;

/** What the consumers of these tests read. */
record Order(String orderId, long amountCents) {
  static String json(String orderId, long amountCents) {
    return "{\"orderId\":\"" + orderId + "\",\"amountCents\":" + amountCents + "}";
  }

  static String json(String orderId) {
    return json(orderId, 1250);
  }
}
