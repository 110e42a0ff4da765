package dev.effectivelyonce.batch;

import dev.effectivelyonce.batch.Disposition.Fail;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.retry.Backoff;
import java.time.Duration;
import java.time.Instant;

/** The action of a lane when its message may run again later. */
@FunctionalInterface
public interface LaneWait {
  /**
   * Waits if necessary, and returns whether the message runs again now. Otherwise the message goes
   * back to its source.
   *
   * @param failed the failure of the message
   * @param tries the number of tries in this batch, from 1
   */
  boolean runsAgain(Fail failed, int tries, TimeBudget time);

  /**
   * Returns the choice to leave the wait to the source, which hides the message and delivers it
   * again.
   */
  static LaneWait none() {
    return (failed, tries, time) -> false;
  }

  /**
   * Returns the choice to wait in the lane, for sources that can't hide a message. The wait is that
   * of the failure, but at least the backoff. It ends when no handler may start any more. Therefore
   * a message that can't run yet does not come back at once and in vain.
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
