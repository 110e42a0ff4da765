package dev.effectivelyonce.streams;

import com.amazonaws.services.lambda.runtime.Context;
import dev.effectivelyonce.batch.BatchMessage;
import dev.effectivelyonce.batch.BatchRunner;
import dev.effectivelyonce.batch.HandledMessage;
import dev.effectivelyonce.batch.SourceMessage;
import dev.effectivelyonce.batch.TimeBudget;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.engine.TransitionObserver;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles batches of a consumer whose source has no dead-letter queue. {@link
 * ParkingConsumerBuilder} creates it. Safe for use by many invocations at once.
 *
 * @param <S> the type of the source's records
 * @param <R> the type of the answer to the source
 */
public final class ParkingBatches<S extends SourceMessage, R> {
  private static final Logger LOG = LoggerFactory.getLogger(ParkingBatches.class);

  /** The time that the answer needs at the end of an invocation. */
  private static final Duration ANSWER_TIME = Duration.ofMillis(100);

  private final Function<Context, TimeBudget> times;
  private final TransitionObserver observer;
  private final Function<List<S>, Collection<List<BatchMessage<S>>>> lanes;
  private final BatchRunner<S> batches;
  private final BatchEnd<S, R> end;

  ParkingBatches(
      Function<Context, TimeBudget> times,
      TransitionObserver observer,
      Function<List<S>, Collection<List<BatchMessage<S>>>> lanes,
      BatchRunner<S> batches,
      BatchEnd<S, R> end) {
    this.times = times;
    this.observer = observer;
    this.lanes = lanes;
    this.batches = batches;
    this.end = end;
  }

  /**
   * Handles a batch and returns the answer for the source. It returns after every handler that it
   * started has ended.
   *
   * @throws RuntimeException if the {@link BatchEnd} throws it
   * @throws FatalProcessError if the process can't go on; the outcomes so far are recorded
   */
  public R handle(List<S> records, Context context) {
    TimeBudget time = times.apply(context);
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
      observer.flush();
    } catch (Throwable thrown) {
      // Errors are caught too: the answer of the batch must not be lost because of a metric.
      LOG.warn("The observer failed at the end of a batch", thrown);
    }
  }
}
