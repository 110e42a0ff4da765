package dev.effectivelyonce.sqs;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Changes when messages become visible again. This applies to failed messages and to those of a
 * handler that is still running ({@link SqsConsumerBuilder#heartbeat}). Safe for use by many
 * threads.
 */
@FunctionalInterface
public interface Visibility {
  /**
   * The time at which a message of this receive becomes visible.
   *
   * @param source the queue of the message
   * @param messageId the id of the message
   * @param receiptHandle the handle of this receive
   * @param after the time from now, 0 s to 12 h
   */
  record Change(SourceQueue source, String messageId, String receiptHandle, Duration after) {}

  /**
   * Makes as many of the changes as it can before the deadline. Faults are logged and not thrown. A
   * message whose visibility was not changed comes back after its queue's visibility timeout.
   *
   * @param changes the changes of one batch, perhaps of several queues; not empty
   * @param deadline the time by which this method must have returned, because later the batch's
   *     answer would be lost or a renewed lease would be over
   */
  void change(List<Change> changes, Instant deadline);
}
