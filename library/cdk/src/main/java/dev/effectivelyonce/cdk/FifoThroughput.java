package dev.effectivelyonce.cdk;

/** The unit by which a FIFO queue's throughput is counted. */
public enum FifoThroughput {
  /** Counts by queue, 300 calls a second of each kind. A deduplication id counts in the queue. */
  PER_QUEUE,
  /**
   * Counts by message group, which SQS calls high throughput. A deduplication id counts in its
   * group alone: one id in two groups is two messages.
   */
  PER_MESSAGE_GROUP
}
