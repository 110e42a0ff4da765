package dev.effectivelyonce.replay;

import java.time.Duration;

/**
 * Invokes the function of a consumer as its event source mapping does. Implementations are used by
 * many threads.
 */
@FunctionalInterface
public interface FunctionInvoker {
  /** The maximum duration of a Lambda function, with some time for its answer. */
  Duration LONGEST = Duration.ofMinutes(15).plusSeconds(30);

  /**
   * Invokes a function and waits for its answer.
   *
   * @param event the event as JSON
   * @param within how long to wait
   * @return the function's answer; empty if it returned nothing
   * @throws QueueException if the function fails or is throttled ({@link
   *     QueueException.Kind#NOT_DONE}, which concerns this event), or if it can't be invoked or
   *     does not answer in time ({@link QueueException.Kind#FAILED}, which concerns all); it may
   *     have run
   */
  String invoke(String function, String event, Duration within);
}
