package dev.effectivelyonce.batch;

import dev.effectivelyonce.core.Causes;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.engine.LaneThreads;
import dev.effectivelyonce.core.engine.TraceSpan;
import dev.effectivelyonce.core.engine.TraceSpan.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;

/**
 * Runs the lanes of a batch concurrently on virtual threads.
 *
 * @param <S> the type of the source's messages
 */
public final class BatchRunner<S extends SourceMessage> {
  /** Makes the runner of the lanes of one batch. */
  private interface Lanes<S extends SourceMessage> {
    LaneRunner<S> of(LaneThreads lanes, Instant deadline);
  }

  private final LaneRunner<S> alone;
  private final Lanes<S> lanes;
  private final int concurrency;

  private BatchRunner(LaneRunner<S> alone, Lanes<S> lanes, int concurrency) {
    this.alone = alone;
    this.lanes = lanes;
    this.concurrency = concurrency;
  }

  /**
   * Returns a runner that groups the lanes' writes to the store.
   *
   * @param concurrency how many lanes run at once
   */
  public static <S extends SourceMessage> BatchRunner<S> grouping(
      LaneRunner<S> lanes, int concurrency) {
    return new BatchRunner<>(lanes, lanes::together, concurrency);
  }

  /**
   * Returns a runner that sends each of the lanes' writes to the store separately.
   *
   * @param concurrency how many lanes run at once
   */
  public static <S extends SourceMessage> BatchRunner<S> single(
      LaneRunner<S> lanes, int concurrency) {
    return new BatchRunner<>(lanes, (threads, deadline) -> lanes, concurrency);
  }

  /**
   * Runs the lanes of a batch, and returns after every lane has ended.
   *
   * @throws FatalProcessError if the process can't go on; thrown after every lane has ended
   */
  public List<HandledMessage<S>> run(Collection<List<BatchMessage<S>>> batch, TimeBudget time) {
    return run(batch, time, BatchListener.none());
  }

  /**
   * Runs the lanes of a batch, and returns after every lane has ended.
   *
   * @param listener hears of each message when it is settled
   * @throws FatalProcessError if the process can't go on; thrown after every lane has ended
   */
  public List<HandledMessage<S>> run(
      Collection<List<BatchMessage<S>>> batch, TimeBudget time, BatchListener<S> listener) {
    try (TraceSpan span = alone.onBatch(batch.stream().mapToInt(List::size).sum())) {
      return run(batch, time, listener, span);
    }
  }

  private List<HandledMessage<S>> run(
      Collection<List<BatchMessage<S>>> batch,
      TimeBudget time,
      BatchListener<S> listener,
      TraceSpan span) {
    if (batch.size() == 1) {
      return run(alone, batch.iterator().next(), time, listener, span);
    }
    List<Thread> threads = new ArrayList<>(batch.size());
    LaneThreads atOnce = new LaneThreads(Math.min(batch.size(), concurrency), threads);
    LaneRunner<S> runner = lanes.of(atOnce, time.deadline());
    Semaphore slots = new Semaphore(concurrency);
    List<CompletableFuture<List<HandledMessage<S>>>> running =
        batch.stream()
            .map(
                lane ->
                    CompletableFuture.supplyAsync(
                        () -> run(runner, lane, time, slots, listener, span),
                        task -> threads.add(Thread.ofVirtual().name("lane").unstarted(task))))
            .toList();
    // Each is there before the first starts, which lets the others go first when it writes.
    for (int lane = 0; lane < threads.size(); lane++) {
      start(threads.get(lane), running.get(lane));
    }
    List<HandledMessage<S>> handled = new ArrayList<>();
    ended(running).forEach(lane -> handled.addAll(joined(lane)));
    return handled;
  }

  private static <S extends SourceMessage> List<HandledMessage<S>> run(
      LaneRunner<S> runner,
      List<BatchMessage<S>> lane,
      TimeBudget time,
      Semaphore slots,
      BatchListener<S> listener,
      TraceSpan span) {
    slots.acquireUninterruptibly();
    try {
      return run(runner, lane, time, listener, span);
    } finally {
      slots.release();
    }
  }

  private static <S extends SourceMessage> List<HandledMessage<S>> run(
      LaneRunner<S> runner,
      List<BatchMessage<S>> lane,
      TimeBudget time,
      BatchListener<S> listener,
      TraceSpan span) {
    try (Scope ignored = span.enter()) {
      return runner.run(lane, time, listener);
    } catch (FatalProcessError error) {
      listener.onFatal(error);
      throw error;
    }
  }

  private static void start(Thread thread, CompletableFuture<?> lane) {
    try {
      thread.start();
    } catch (OutOfMemoryError noThread) {
      // The other lanes go on; in the end the batch fails.
      lane.completeExceptionally(noThread);
    }
  }

  private static <T> T joined(CompletableFuture<T> lane) {
    try {
      return lane.join();
    } catch (CompletionException e) {
      Causes.of(e).limit(2).forEach(FatalProcessError::throwIfShownBy);
      throw e;
    }
  }

  /** All of them, when the last has ended, whatever became of the others. */
  private static <T> Stream<CompletableFuture<T>> ended(List<CompletableFuture<T>> lanes) {
    return CompletableFuture.allOf(lanes.toArray(CompletableFuture[]::new))
        .handle((nothing, failure) -> lanes.stream())
        .join();
  }
}
