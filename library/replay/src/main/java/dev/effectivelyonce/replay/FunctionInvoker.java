package dev.effectivelyonce.replay;

import java.time.Duration;

/** Invokes the function of a consumer, as its event source mapping does. Used by many threads. */
@FunctionalInterface
public interface FunctionInvoker {
  /** The longest that a function of Lambda takes, and a moment for its answer. */
  Duration LONGEST = Duration.ofMinutes(15).plusSeconds(30);

  /**
   * Invokes a function, and waits for its answer.
   *
   * @param event JSON
   * @param within how long to wait
   * @return what it answers; empty if that is nothing
   * @throws QueueException if it fails or can't be invoked, or there is no answer in time; it may
   *     have run then
   */
  String invoke(String function, String event, Duration within);
}
