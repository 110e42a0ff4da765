package dev.effectivelyonce.sqs;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.core.engine.FatalProcessError;
import java.time.Duration;

/**
 * A process that receives messages itself and hands them to {@link SqsConsumer#handle(SQSEvent,
 * BatchHost)}. Called by many threads at once.
 */
public interface BatchHost {
  /** Returns the time until the host ends the batch, from now. */
  Duration left();

  /**
   * Returns whether the host stops. Handlers that run go on, and no further one starts: its message
   * is kept.
   */
  boolean isStopping();

  /** Takes a message that is done and has to be deleted. Must not throw. */
  void done(SqsMessage message);

  /**
   * Takes a message that its queue keeps: it comes back, or is moved by the queue. Must not throw.
   */
  void kept(SqsMessage message);

  /** Takes the error after which the process can't go on. Must not throw. */
  void fatal(FatalProcessError error);
}
