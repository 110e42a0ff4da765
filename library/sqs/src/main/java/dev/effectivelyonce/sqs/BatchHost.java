package dev.effectivelyonce.sqs;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.time.Duration;
import java.util.List;

/**
 * A process that receives messages itself and hands them to {@link SqsConsumer#handle(SQSEvent,
 * BatchHost)}. Called by many threads at once.
 */
public interface BatchHost {
  /** Returns the time until the host ends the batch, from now. */
  Duration left();

  /**
   * Returns whether the host stops. Handlers that run go on, and no further one starts: its message
   * is returned as failed.
   */
  boolean isStopping();

  /**
   * Takes messages that are done and can be deleted, while others of the batch still run. Must not
   * throw.
   */
  void done(List<SqsMessage> messages);
}
