package dev.effectivelyonce.cdk;

/** The scope of a FIFO queue's throughput limit. */
public enum FifoThroughput {
  /**
   * Limits the queue to 300 calls of each kind per second. A deduplication id applies to the whole
   * queue.
   */
  PER_QUEUE,
  /**
   * Limits each message group, which SQS calls high throughput. A deduplication id applies only to
   * its group, so the same id in two groups is two messages.
   */
  PER_MESSAGE_GROUP
}
