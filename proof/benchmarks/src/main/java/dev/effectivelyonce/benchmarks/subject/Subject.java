package dev.effectivelyonce.benchmarks.subject;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.core.cache.CompletedCache;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.sqs.StoreWrites;

/** A way to handle batches. One is in use at a time. */
public interface Subject extends AutoCloseable {
  /** This library with its defaults, over a store. */
  static Subject over(IdempotencyStore store, Effect effect) {
    return new EffectivelyOnce(store, effect, StoreWrites.GROUPED, CompletedCache.standard());
  }

  /** Makes this the subject in use: Powertools keeps its configuration in one place for all. */
  default void select() {}

  /** Handles a batch; returns how many of its messages failed. */
  int handle(SQSEvent batch);

  /**
   * Handles a batch, and returns how long that took in nanoseconds.
   *
   * @throws IllegalStateException if a message failed: it costs less than one that is handled
   */
  default long nanos(SQSEvent batch) {
    long start = System.nanoTime();
    int failures = handle(batch);
    long taken = System.nanoTime() - start;
    if (failures > 0) {
      throw new IllegalStateException(failures + " messages of a batch of the benchmark failed");
    }
    return taken;
  }

  /** How often the handler ran. */
  long effects();

  @Override
  default void close() {}
}
