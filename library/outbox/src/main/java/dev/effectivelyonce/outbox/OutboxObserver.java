package dev.effectivelyonce.outbox;

/**
 * Receives the reports of invocations, for example for metrics. It is called by many threads at
 * once.
 */
@FunctionalInterface
public interface OutboxObserver {
  /** Receives the report of an invocation that is about to end. */
  void observe(OutboxReport report);

  /**
   * Called for a run of a {@link BacklogPublisher} that failed and has no report. Default: does
   * nothing, because the publisher itself logs the failure.
   */
  default void failed(Throwable failure) {}
}
