package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.engine.Platform;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps a rate: the n-th turn is never earlier than n intervals after the first. Missed turns are
 * not caught up, so there is no burst after a slow moment. Safe for use by many threads.
 */
final class RateLimiter {
  private static final double NANOS_PER_SECOND = 1e9;

  /** The longest pause at a time: a run that shall stop waits no longer for its turn. */
  private static final Duration SLICE = Duration.ofSeconds(1);

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
   * @return how long it took; empty if there is none before the end, or the run shall stop
   */
  Optional<Duration> awaitTurn(Instant end, AtomicBoolean stop) {
    lock.lock();
    try {
      Instant now = platform.clock().instant();
      Instant turn = next.isAfter(now) ? next : now;
      if (!turn.isBefore(end) || !isReached(turn, stop)) {
        return Optional.empty();
      }
      next = turn.plus(interval);
      return Optional.of(Duration.between(now, turn));
    } finally {
      lock.unlock();
    }
  }

  private boolean isReached(Instant turn, AtomicBoolean stop) {
    try {
      Instant now = platform.clock().instant();
      while (!stop.get() && now.isBefore(turn)) {
        Duration left = Duration.between(now, turn);
        platform.pause().pause(left.compareTo(SLICE) < 0 ? left : SLICE);
        now = platform.clock().instant();
      }
    } catch (InterruptedException e) {
      stop.set(true);
    }
    return !stop.get();
  }
}
