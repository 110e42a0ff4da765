package dev.effectivelyonce.contracts;

import dev.effectivelyonce.core.store.StoreException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Two calls of a store at once. */
final class Race {
  private Race() {}

  /** Runs both at once; returns the answer to the first. */
  static <T> T race(Callable<T> first, Callable<?> second) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      Future<T> answer = threads.submit(() -> untilAnswered(first));
      Future<?> other = threads.submit(() -> untilAnswered(second));
      other.get();
      return answer.get();
    }
  }

  /** Repeats a call while the store says that the two have met. */
  private static <T> T untilAnswered(Callable<T> call) throws Exception {
    while (true) {
      try {
        return call.call();
      } catch (StoreException e) {
        if (!e.isTransient()) {
          throw e;
        }
      }
    }
  }
}
