package dev.effectivelyonce.outbox;

/** Is told what invocations come to, such as for metrics. Called by many threads at once. */
@FunctionalInterface
public interface OutboxObserver {
  /** An invocation is about to end. */
  void observe(OutboxReport report);
}
