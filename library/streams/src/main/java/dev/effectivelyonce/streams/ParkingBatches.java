package dev.effectivelyonce.streams;

import com.amazonaws.services.lambda.runtime.Context;
import dev.effectivelyonce.batch.BatchMessage;
import dev.effectivelyonce.batch.BatchRunner;
import dev.effectivelyonce.batch.HandledMessage;
import dev.effectivelyonce.batch.SourceMessage;
import dev.effectivelyonce.batch.TimeBudget;
import dev.effectivelyonce.core.engine.UnsoundProcessError;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles batches of a consumer whose source has no dead letters. {@link ParkingConsumerBuilder}
 * makes it. Safe for use by many invocations at once.
 *
 * @param <S> the records as their source delivers them
 * @param <R> what their source learns about a batch
 */
public final class ParkingBatches<S extends SourceMessage, R> {
  private static final Logger LOG = LoggerFactory.getLogger(ParkingBatches.class);

  /** The time that the answer needs at the end of an invocation. */
  private static final Duration ANSWER_TIME = Duration.ofMillis(100);

  private final ParkingConsumerBuilder<?, ?> settings;
  private final Function<List<S>, Collection<List<BatchMessage<S>>>> lanes;
  private final BatchRunner<S> batches;
  private final BatchEnd<S, R> end;

  ParkingBatches(
      ParkingConsumerBuilder<?, ?> settings,
      Function<List<S>, Collection<List<BatchMessage<S>>>> lanes,
      BatchRunner<S> batches,
      BatchEnd<S, R> end) {
    this.settings = settings;
    this.lanes = lanes;
    this.batches = batches;
    this.end = end;
  }

  /**
   * Handles a batch, and returns what its source learns. Returns when every handler that it started
   * has ended.
   *
   * @throws RuntimeException as the end of a batch says
   * @throws UnsoundProcessError if the process can't go on; what was done is recorded
   */
  public R handle(List<S> records, Context context) {
    Duration left = Duration.ofMillis(Math.max(0, context.getRemainingTimeInMillis()));
    Instant now = settings.platform.clock().instant();
    Instant never = now.plus(left).plus(settings.leaseMargin);
    TimeBudget time = TimeBudget.of(now, left, never, settings.reserve, settings.leaseMargin);
    return end.of(handled(records, time), time.deadline().minus(ANSWER_TIME));
  }

  private List<HandledMessage<S>> handled(List<S> records, TimeBudget time) {
    try {
      return batches.run(lanes.apply(records), time);
    } finally {
      flush();
    }
  }

  private void flush() {
    try {
      settings.observer.flush();
    } catch (Throwable thrown) {
      // Errors are caught too: the answer of the batch must not be lost because of a metric.
      LOG.warn("The observer failed at the end of a batch", thrown);
    }
  }
}
