package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.engine.FatalProcessError;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * The threads of a run. Nobody interrupts them: SQS's client gives up the call of an interrupted
 * thread, and nobody would know whether the message was received, sent or deleted.
 */
final class RunThreads {
  private RunThreads() {}

  /**
   * Does the work on a thread of its own, and waits for its end whatever happens.
   *
   * @param stop called if the waiting thread is interrupted; its flag is set again at the end
   */
  static <T> T alone(Callable<T> work, Runnable stop) {
    FutureTask<T> task = new FutureTask<>(work);
    Thread.ofVirtual().start(task);
    boolean isInterrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          isInterrupted = true;
          stop.run();
        }
      }
    } catch (ExecutionException e) {
      throw unwrapped(e);
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Makes all calls at once. Each has ended when this returns or throws. */
  static <T> List<T> atOnce(List<Supplier<T>> calls) {
    if (calls.size() == 1) {
      return List.of(calls.getFirst().get());
    }
    List<Future<T>> running;
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      running = calls.stream().map(call -> executor.submit(call::get)).toList();
    }
    List<T> all = new ArrayList<>();
    for (Future<T> one : running) {
      try {
        all.add(one.get());
      } catch (ExecutionException e) {
        throw unwrapped(e);
      } catch (InterruptedException e) {
        throw new IllegalStateException("Nobody interrupts a run's threads", e);
      }
    }
    return all;
  }

  private static RuntimeException unwrapped(ExecutionException ended) {
    Throwable cause = Objects.requireNonNull(ended.getCause());
    FatalProcessError.throwIfShownBy(cause);
    return switch (cause) {
      case Error error -> throw error;
      case RuntimeException known -> known;
      default -> new IllegalStateException("A thread of a run ended without an answer", cause);
    };
  }
}
