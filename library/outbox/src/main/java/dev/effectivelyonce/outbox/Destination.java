package dev.effectivelyonce.outbox;

/** A queue or bus behind the logical name of a destination. */
public sealed interface Destination {
  /**
   * A queue of SQS. It is FIFO where its name ends in {@code .fifo}.
   *
   * @param url its URL
   */
  record Queue(String url) implements Destination {
    boolean isFifo() {
      return url.endsWith(".fifo");
    }
  }

  /**
   * An event bus of EventBridge.
   *
   * @param arn its ARN
   */
  record Bus(String arn) implements Destination {}
}
