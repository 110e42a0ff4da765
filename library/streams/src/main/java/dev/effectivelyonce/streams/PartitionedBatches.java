package dev.effectivelyonce.streams;

import com.amazonaws.services.lambda.runtime.Context;
import dev.effectivelyonce.batch.BatchMessage;
import dev.effectivelyonce.batch.BatchRunner;
import dev.effectivelyonce.batch.Checkpoints;
import dev.effectivelyonce.batch.HandledMessage;
import dev.effectivelyonce.batch.PartitionedMessage;
import dev.effectivelyonce.batch.TimeBudget;
import dev.effectivelyonce.core.engine.UnsoundProcessError;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles batches of a consumer whose source keeps its records in partitions. {@link
 * PartitionedConsumerBuilder} makes it. Safe for use by many invocations at once.
 *
 * @param <S> the records as their source delivers them
 */
public final class PartitionedBatches<S extends PartitionedMessage> {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionedBatches.class);

  /** The time that the answer needs at the end of an invocation. */
  private static final Duration ANSWER_TIME = Duration.ofMillis(100);

  private final PartitionedConsumerBuilder<?, ?> settings;
  private final Function<S, BatchMessage<S>> reading;
  private final BatchRunner<S> batches;
  private final Checkpoints<S> checkpoints;

  PartitionedBatches(
      PartitionedConsumerBuilder<?, ?> settings,
      Function<S, BatchMessage<S>> reading,
      BatchRunner<S> batches,
      Checkpoints<S> checkpoints) {
    this.settings = settings;
    this.reading = reading;
    this.batches = batches;
    this.checkpoints = checkpoints;
  }

  /**
   * Handles a batch, and returns the first record of each partition that is not done. Returns when
   * every handler that it started has ended.
   *
   * @throws IllegalStateException if a record without a position is not done: only a failed batch
   *     keeps it from being passed over
   * @throws UnsoundProcessError if the process can't go on; what was done is recorded
   */
  public List<S> unfinished(List<S> records, Context context) {
    Duration left = Duration.ofMillis(Math.max(0, context.getRemainingTimeInMillis()));
    Instant now = settings.platform.clock().instant();
    Instant never = now.plus(left).plus(settings.leaseMargin);
    TimeBudget time = TimeBudget.of(now, left, never, settings.reserve, settings.leaseMargin);
    return checkpoints.unfinished(handled(records, time), time.deadline().minus(ANSWER_TIME));
  }

  private List<HandledMessage<S>> handled(List<S> records, TimeBudget time) {
    try {
      return batches.run(settings.lanes.of(records.stream().map(reading).toList()), time);
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
