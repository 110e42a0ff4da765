package dev.effectivelyonce.outbox;

/** The queue or event bus of a logical destination. */
public sealed interface Destination {
  /**
   * An SQS queue. It is a FIFO queue if its name ends in {@code .fifo}.
   *
   * @param url the URL of the queue
   */
  record Queue(String url) implements Destination {
    boolean isFifo() {
      return url.endsWith(".fifo");
    }
  }

  /**
   * An EventBridge event bus.
   *
   * @param arn the ARN of the event bus
   */
  record Bus(String arn) implements Destination {}
}
