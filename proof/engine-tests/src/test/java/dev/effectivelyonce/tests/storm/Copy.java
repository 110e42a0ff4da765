package dev.effectivelyonce.tests.storm;

import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.util.Locale;

/**
 * A message about an order. Everything in it follows from its order and number, so that whatever
 * belongs to another message shows.
 *
 * @param order the order's number
 * @param number 0 for its first message, above for further ones
 * @param group the message group
 */
record Copy(int order, int number, int group) {
  static final String BATCH = "batch";

  private static final String STANDARD = "orders";
  private static final String FIFO = "orders.fifo";

  /** How many messages an order has. */
  static int of(int order) {
    return 1 + (order % 7 == 0 ? 1 : 0) + (order % 11 == 0 ? 1 : 0);
  }

  String id() {
    return "message-" + order + "-" + number;
  }

  String orderId() {
    return orderId(order);
  }

  static String orderId(int order) {
    return "order-" + order;
  }

  long amountCents() {
    return 7L * order + 1;
  }

  String traceId() {
    return String.format(Locale.ROOT, "%032x", 1000L * order + number + 1);
  }

  String receipt(int batch) {
    return "receipt of " + id() + " in batch " + batch;
  }

  Fate fate() {
    return Fate.of(order);
  }

  SqsRecord standard(int batch) {
    return record(SqsRecord.of(STANDARD, id()), batch);
  }

  SqsRecord fifo(int batch) {
    return record(SqsRecord.of(FIFO, id()).group("group-" + group), batch);
  }

  private SqsRecord record(SqsRecord record, int batch) {
    return record
        .body("{\"orderId\":\"" + orderId() + "\",\"amountCents\":" + amountCents() + "}")
        .receiptHandle(receipt(batch))
        .attribute(BATCH, Integer.toString(batch))
        .traceparent("00-" + traceId() + "-00f067aa0ba902b7-01");
  }
}
