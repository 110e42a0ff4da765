package dev.effectivelyonce.streams;

import com.amazonaws.services.lambda.runtime.Context;
import dev.effectivelyonce.batch.BatchListener;
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
import java.util.function.BooleanSupplier;
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

  /** Nothing ends the handlers of a host, and their claims are renewed this long. */
  private static final Duration UNLIMITED = Duration.ofHours(12);

  private final Function<Duration, TimeBudget> times;
  private final TransitionObserver observer;
  private final Function<List<S>, Collection<List<BatchMessage<S>>>> lanes;
  private final BatchRunner<S> batches;
  private final BatchRunner<S> hosted;
  private final BatchEnd<S, R> end;

  ParkingBatches(
      Function<Duration, TimeBudget> times,
      TransitionObserver observer,
      Function<List<S>, Collection<List<BatchMessage<S>>>> lanes,
      BatchRunner<S> batches,
      BatchRunner<S> hosted,
      BatchEnd<S, R> end) {
    this.times = times;
    this.observer = observer;
    this.lanes = lanes;
    this.batches = batches;
    this.hosted = hosted;
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
    TimeBudget time =
        times.apply(Duration.ofMillis(Math.max(0, context.getRemainingTimeInMillis())));
    return ended(records, batches, time, BatchListener.none());
  }

  /**
   * Handles a batch that a process read from its source itself, and returns the answer for the
   * source. No record waits here until it may run again: the process waits, and hands it over once
   * more.
   *
   * @param isStopping whether no further handler may start; asked before each, by any thread
   * @param listener hears of each record when it is settled
   * @throws RuntimeException if the {@link BatchEnd} throws it
   * @throws FatalProcessError if the process can't go on; the outcomes so far are recorded
   */
  public R handle(List<S> records, BooleanSupplier isStopping, BatchListener<S> listener) {
    return ended(records, hosted, times.apply(UNLIMITED).endedBy(isStopping), listener);
  }

  private R ended(
      List<S> records, BatchRunner<S> runner, TimeBudget time, BatchListener<S> listener) {
    List<HandledMessage<S>> handled = handled(records, runner, time, listener);
    return end.of(handled, time.deadline().minus(ANSWER_TIME));
  }

  private List<HandledMessage<S>> handled(
      List<S> records, BatchRunner<S> runner, TimeBudget time, BatchListener<S> listener) {
    try {
      return runner.run(lanes.apply(records), time, listener);
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
