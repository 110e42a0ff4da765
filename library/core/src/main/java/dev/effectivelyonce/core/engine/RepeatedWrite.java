package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.engine.Platform.Pause;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.StoreException.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Supplier;

/**
 * Repeats a write of an attempt until it is answered or the time is up. Once the effect may have
 * happened, a lost write means that it is repeated or held, so all the time that is left is used.
 */
final class RepeatedWrite {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  /**
   * Longer than a Lambda function usually has. An alarm must not wait for hours of a heartbeat. It
   * is for each write: where a step's note is given up the attempt stops, and only its end is left.
   */
  private static final Duration PATIENCE_WITH_REFUSALS = Duration.ofMinutes(5);

  private final Platform platform;

  RepeatedWrite(Platform platform) {
    this.platform = platform;
  }

  /**
   * Returns the answer to a write before the effect, or with it.
   *
   * @throws StoreException if there was none in time, or a fault that repeating can't change
   * @throws RuntimeException if the store failed twice in a way that it does not document
   */
  <T> T answer(Supplier<T> write, Instant stopAt) {
    return answer(write, stopAt, RepeatedWrite::mayPass);
  }

  /**
   * Returns the answer to a write after the effect. A refusal is repeated too, because credentials
   * are renewed and rights are granted: to give up costs a second effect, and to wait only time.
   *
   * @throws StoreException if there was none in time, or the record can't be read
   * @throws RuntimeException if the store failed until then in a way that it does not document
   */
  <T> T answerAfterEffect(Supplier<T> write, Instant stopAt) {
    Instant patientUntil = platform.clock().instant().plus(PATIENCE_WITH_REFUSALS);
    return answer(
        write,
        stopAt,
        (thrown, pause) ->
            mayPass(thrown, pause)
                || (isWorthWaiting(thrown) && platform.clock().instant().isBefore(patientUntil)));
  }

  private <T> T answer(
      Supplier<T> write, Instant stopAt, BiPredicate<Throwable, Duration> mayPass) {
    Duration pause = FIRST_PAUSE;
    while (true) {
      try {
        return write.get();
      } catch (Throwable thrown) {
        if (!mayPass.test(thrown, pause) || !waited(pause, stopAt)) {
          throw thrown;
        }
        pause = longer(pause);
      }
    }
  }

  private static boolean isWorthWaiting(Throwable thrown) {
    return thrown instanceof StoreException fault
        ? fault.kind() != Kind.UNREADABLE
        : !FatalProcessError.isShownBy(thrown);
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
            Kind.MISCONFIGURED,
            "The store threw " + thrown.getClass().getName(),
            "See its stack trace, and repair the store or the settings",
            thrown);
  }

  private static Duration longer(Duration pause) {
    return Collections.min(List.of(pause.multipliedBy(2), LONGEST_PAUSE));
  }
}
