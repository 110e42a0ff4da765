package dev.effectivelyonce.outbox;

/** Observes the reports of invocations, such as for metrics. Called by many threads at once. */
@FunctionalInterface
public interface OutboxObserver {
  /** Observes an invocation that is about to end. */
  void observe(OutboxReport report);

  /**
   * Observes a run of a {@link BacklogPublisher} that failed and has no report. By default, nothing
   * happens: the publisher itself logs the failure.
   */
  default void failed(Throwable failure) {}
}
