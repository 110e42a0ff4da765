package dev.effectivelyonce.benchmarks.subject;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;

/** A way to handle batches. One is in use at a time. */
public interface Subject extends AutoCloseable {
  /** Makes this the subject in use: Powertools keeps its configuration in one place for all. */
  default void select() {}

  /** Handles a batch; returns how many of its messages failed. */
  int handle(SQSEvent batch);

  /** How often the handler ran. */
  long effects();

  @Override
  default void close() {}
}
