package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.engine.Platform;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps a rate: the n-th turn is never earlier than n intervals after the first. Missed turns are
 * not caught up, so there is no burst after a slow moment. Safe for use by many threads.
 */
final class RateLimiter {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Duration interval;
  private final Platform platform;
  // Virtual threads wait while they hold it: synchronized would block their carriers too.
  private final ReentrantLock lock = new ReentrantLock(true);
  private Instant next = Instant.MIN;

  RateLimiter(OptionalDouble ratePerSecond, Platform platform) {
    this.interval =
        ratePerSecond.isPresent()
            ? Duration.ofNanos(Math.round(NANOS_PER_SECOND / ratePerSecond.getAsDouble()))
            : Duration.ZERO;
    this.platform = platform;
  }

  /** Returns the time from one turn to the next; zero where no rate is kept. */
  Duration interval() {
    return interval;
  }

  /**
   * Waits for the next turn.
   *
   * @return how long it took; empty, and at once, if there is none before the end
   */
  Optional<Duration> awaitTurn(Instant end) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      Instant now = platform.clock().instant();
      Instant turn = next.isAfter(now) ? next : now;
      if (!turn.isBefore(end)) {
        return Optional.empty();
      }
      if (turn.isAfter(now)) {
        platform.pause().pause(Duration.between(now, turn));
      }
      next = turn.plus(interval);
      return Optional.of(Duration.between(now, turn));
    } finally {
      lock.unlock();
    }
  }
}
