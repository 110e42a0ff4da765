package dev.effectivelyonce.sqs;

import java.time.Duration;
import java.util.List;

/** Tells SQS when failed messages become visible again. */
@FunctionalInterface
public interface Visibility {
  /**
   * When a message of this receive becomes visible.
   *
   * @param source its queue
   * @param messageId its id
   * @param receiptHandle its receive
   * @param after from now on, 0 s to 12 h
   */
  record Change(SourceQueue source, String messageId, String receiptHandle, Duration after) {}

  /**
   * Makes the changes, as far as it can. It is an improvement only: a message whose visibility is
   * not changed comes back at its queue's own time, so faults are logged and not thrown.
   */
  void change(List<Change> changes);
}
