package dev.effectivelyonce.tests.storm;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.util.Locale;

/**
 * A message about an order. Everything in it follows from its order and number, so that whatever
 * belongs to another message shows.
 *
 * @param order the order's number
 * @param number 0 for its first message, above for further ones
 * @param group the message group; on a standard queue each message is one
 */
record Copy(int order, int number, int group) {
  static final String BATCH = "batch";

  /** What the consumer reads, and what its completions keep. */
  record Payload(String orderId, long amountCents) {}

  /** What the handler does about an order. */
  enum Fate {
    COMPLETES(1, Status.COMPLETED),
    /** Says retry at the first attempt. */
    FAILS_ONCE(2, Status.COMPLETED),
    /** Throws at the first attempt. */
    THROWS_ONCE(2, Status.COMPLETED),
    /** Fails for good. */
    REFUSED(1, Status.FAILED);

    /** How often the handler runs in all. */
    final int runs;

    /** Where the order's record ends. */
    final Status end;

    Fate(int runs, Status end) {
      this.runs = runs;
      this.end = end;
    }

    static Fate of(int order) {
      return switch (order % 10) {
        case 3 -> FAILS_ONCE;
        case 5 -> THROWS_ONCE;
        case 7 -> REFUSED;
        default -> COMPLETES;
      };
    }
  }

  /** How many messages an order has. */
  static int of(int order) {
    return 1 + (order % 7 == 0 ? 1 : 0) + (order % 11 == 0 ? 1 : 0);
  }

  static String orderId(int order) {
    return "order-" + order;
  }

  String id() {
    return "message-" + order + "-" + number;
  }

  Payload payload() {
    return new Payload(orderId(order), 7L * order + 1);
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

  SqsRecord inBatch(int batch, boolean isFifo) {
    SqsRecord record =
        isFifo
            ? SqsRecord.of("orders.fifo", id()).group("group-" + group)
            : SqsRecord.of("orders", id());
    return record
        .body(
            "{\"orderId\":\"%s\",\"amountCents\":%s}"
                .formatted(payload().orderId(), Long.toString(payload().amountCents())))
        .receiptHandle(receipt(batch))
        .attribute(BATCH, Integer.toString(batch))
        .traceparent("00-" + traceId() + "-00f067aa0ba902b7-01");
  }
}
