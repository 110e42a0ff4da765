package dev.effectivelyonce.streams;

import dev.effectivelyonce.batch.HandledMessage;
import dev.effectivelyonce.batch.SourceMessage;
import java.time.Instant;
import java.util.List;

/**
 * Ends a batch: parks the records that failed for good, and determines the answer for the source.
 *
 * @param <S> the type of the source's records
 * @param <R> the type of the answer to the source
 */
@FunctionalInterface
public interface BatchEnd<S extends SourceMessage, R> {
  /**
   * Ends a batch and returns the answer for the source.
   *
   * @param deadline the time after which nothing more is parked
   */
  R of(List<HandledMessage<S>> batch, Instant deadline);
}
