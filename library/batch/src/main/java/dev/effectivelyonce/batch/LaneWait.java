package dev.effectivelyonce.batch;

import dev.effectivelyonce.batch.Disposition.Fail;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.retry.Backoff;
import java.time.Duration;
import java.time.Instant;

/** Says what a lane does when its message may run again later. */
@FunctionalInterface
public interface LaneWait {
  /**
   * Waits, perhaps, and returns whether the message runs again now. Otherwise it goes back to its
   * source.
   *
   * @param failed what became of it
   * @param tries how often it was tried in this batch, from 1
   */
  boolean runsAgain(Fail failed, int tries, TimeBudget time);

  /** Leaves the wait to the source, which hides the message and brings it back. */
  static LaneWait none() {
    return (failed, tries, time) -> false;
  }

  /**
   * Waits in the lane, for sources that can't hide a message. The wait is that of the failure, and
   * at least the backoff. It ends when no handler may start any more. So a message that can't run
   * yet comes back no sooner than that, rather than at once and in vain.
   */
  static LaneWait inLane(Backoff backoff, Platform platform) {
    return (failed, tries, time) -> {
      Instant now = platform.clock().instant();
      Duration left = Duration.between(now, time.stopAt());
      Duration paced = backoff.after(tries, platform.random());
      Duration wait = failed.visibleAfter().filter(it -> it.compareTo(paced) > 0).orElse(paced);
      boolean isInTime = wait.compareTo(left) < 0;
      return left.isPositive() && paused(platform, isInTime ? wait : left) && isInTime;
    };
  }

  private static boolean paused(Platform platform, Duration wait) {
    try {
      platform.pause().pause(wait);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
