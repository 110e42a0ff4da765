package dev.effectivelyonce.cdk;

/** What a FIFO queue's throughput is counted by. */
public enum FifoThroughput {
  /** By queue: 300 calls a second of each kind. A deduplication id counts in the whole queue. */
  PER_QUEUE,
  /**
   * By message group, which SQS calls high throughput. A deduplication id counts in its group
   * alone: one id in two groups is two messages.
   */
  PER_MESSAGE_GROUP
}
