package dev.effectivelyonce.streams;

import dev.effectivelyonce.batch.HandledMessage;
import dev.effectivelyonce.batch.SourceMessage;
import java.time.Instant;
import java.util.List;

/**
 * Ends a batch: parks what failed for good, and finds what its source learns.
 *
 * @param <S> the records as their source delivers them
 * @param <R> what their source learns about a batch
 */
@FunctionalInterface
public interface BatchEnd<S extends SourceMessage, R> {
  /**
   * Ends a batch.
   *
   * @param deadline from which on nothing more is parked
   */
  R of(List<HandledMessage<S>> batch, Instant deadline);
}
