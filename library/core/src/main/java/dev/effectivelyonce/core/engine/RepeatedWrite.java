package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.engine.Platform.Pause;
import dev.effectivelyonce.core.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/**
 * Repeats a write of an attempt until it is answered or the time is up. Once the effect may have
 * happened, a lost write means that it is repeated or held, so all the time that is left is used.
 */
final class RepeatedWrite {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  private final Platform platform;

  RepeatedWrite(Platform platform) {
    this.platform = platform;
  }

  /**
   * Returns the answer.
   *
   * @throws StoreException if there was none in time, or a fault that repeating can't change
   * @throws RuntimeException if the store failed twice in a way that it does not document
   */
  <T> T answer(Supplier<T> write, Instant stopAt) {
    Duration pause = FIRST_PAUSE;
    while (true) {
      try {
        return write.get();
      } catch (Exception | StackOverflowError thrown) {
        if (!mayPass(thrown, pause) || !waited(pause, stopAt)) {
          throw thrown;
        }
        pause = longer(pause);
      }
    }
  }

  /**
   * A failure that no store documents may be a moment's trouble of its client: it is tried once.
   */
  private static boolean mayPass(Throwable thrown, Duration pause) {
    return thrown instanceof StoreException fault
        ? fault.isTransient()
        : thrown instanceof Exception && pause.equals(FIRST_PAUSE);
  }

  private boolean waited(Duration longest, Instant stopAt) {
    Duration left = Duration.between(platform.clock().instant(), stopAt);
    if (!left.isPositive()) {
      return false;
    }
    Pause pause = platform.pause();
    try {
      pause.pause(Collections.min(List.of(longest, left)));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Turns any failure of the store into the one that outcomes have. One that stores do not document
   * is a bug of the store, too long a lease, or a client that does not fit the class path.
   */
  static StoreException fault(Throwable thrown) {
    return thrown instanceof StoreException known
        ? known
        : new StoreException(
            StoreException.Kind.MISCONFIGURED,
            "The store threw " + thrown.getClass().getName(),
            "See its stack trace, and repair the store or the settings",
            thrown);
  }

  private static Duration longer(Duration pause) {
    return Collections.min(List.of(pause.multipliedBy(2), LONGEST_PAUSE));
  }
}
