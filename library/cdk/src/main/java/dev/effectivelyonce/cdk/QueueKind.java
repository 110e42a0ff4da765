package dev.effectivelyonce.cdk;

/** The two kinds of SQS queue. */
public enum QueueKind {
  /** Best effort order; messages are consumed concurrently. */
  STANDARD,
  /** Order within a message group; the queue's name ends in {@code .fifo}. */
  FIFO;

  String nameSuffix() {
    return this == FIFO ? ".fifo" : "";
  }

  static QueueKind ofFifoFlag(boolean fifo) {
    return fifo ? FIFO : STANDARD;
  }
}
