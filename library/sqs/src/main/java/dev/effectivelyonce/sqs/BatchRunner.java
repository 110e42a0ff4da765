package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.engine.UnsoundProcessError;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Runs the lanes of a batch side by side, on virtual threads. */
final class BatchRunner<M> {
  private final LaneRunner<M> lanes;
  private final int concurrency;
  private final StoreWrites writes;

  BatchRunner(LaneRunner<M> lanes, int concurrency, StoreWrites writes) {
    this.lanes = lanes;
    this.concurrency = concurrency;
    this.writes = writes;
  }

  /**
   * Returns when every lane has ended.
   *
   * @throws UnsoundProcessError if the process can't go on; when every lane has ended
   */
  List<HandledMessage> run(Collection<List<ReadMessage<M>>> batch, TimeBudget window) {
    if (batch.size() == 1) {
      return lanes.run(batch.iterator().next(), window);
    }
    LaneRunner<M> runner = runner(Math.min(batch.size(), concurrency), window);
    Semaphore slots = new Semaphore(concurrency);
    List<CompletableFuture<List<HandledMessage>>> running =
        batch.stream().map(lane -> started(() -> run(runner, lane, window, slots))).toList();
    return ended(running).map(BatchRunner::joined).flatMap(List::stream).toList();
  }

  private LaneRunner<M> runner(int atOnce, TimeBudget window) {
    return switch (writes) {
      case GROUPED -> lanes.together(atOnce, window.deadline());
      case SINGLE -> lanes;
    };
  }

  private static <M> List<HandledMessage> run(
      LaneRunner<M> runner, List<ReadMessage<M>> lane, TimeBudget window, Semaphore slots) {
    slots.acquireUninterruptibly();
    try {
      return runner.run(lane, window);
    } finally {
      slots.release();
    }
  }

  private static <T> CompletableFuture<T> started(Supplier<T> lane) {
    try {
      return CompletableFuture.supplyAsync(
          lane, task -> Thread.ofVirtual().name("lane").start(task));
    } catch (OutOfMemoryError noThread) {
      // The other lanes go on; in the end the batch fails.
      return CompletableFuture.failedFuture(noThread);
    }
  }

  private static <T> T joined(CompletableFuture<T> lane) {
    try {
      return lane.join();
    } catch (CompletionException e) {
      UnsoundProcessError.throwIfShownBy(Objects.requireNonNullElse(e.getCause(), e));
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
