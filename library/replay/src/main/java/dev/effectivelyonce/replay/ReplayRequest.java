package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.ConfigurationException;
import java.util.OptionalDouble;

/**
 * The request for a run.
 *
 * @param mode whether anything is changed
 * @param maxMessages how many messages are replayed and skipped at most, or would be in a dry run;
 *     left ones do not count, so that those at the head of the queue never stop progress
 * @param ratePerSecond how many messages are sent per second at most; empty: as fast as possible
 * @param filter which messages it is about
 * @param force the treatment of messages if nobody can know whether they are done
 */
public record ReplayRequest(
    RunMode mode, int maxMessages, OptionalDouble ratePerSecond, ReplayFilter filter, Force force) {
  /** The limit that stands for none. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /** The slowest rate, one message in a hundred seconds. */
  public static final double SLOWEST_PER_SECOND = 0.01;

  /** The fastest rate that is paced. */
  public static final double FASTEST_PER_SECOND = 10_000;

  /**
   * @throws ConfigurationException if the limit is below 1, or the rate outside of its bounds
   */
  public ReplayRequest {
    if (maxMessages < 1) {
      throw new ConfigurationException(
          "The most messages to replay are " + maxMessages, "Ask for 1 or more");
    }
    if (ratePerSecond.isPresent() && !isUsable(ratePerSecond.getAsDouble())) {
      throw new ConfigurationException(
          "The rate per second is " + ratePerSecond.getAsDouble(),
          "Give one from " + SLOWEST_PER_SECOND + " to " + (int) FASTEST_PER_SECOND + ", or none");
    }
  }

  /** Returns a request to replay all that may be replayed, as fast as possible. */
  public static ReplayRequest everything() {
    return new ReplayRequest(
        RunMode.REPLAY, UNLIMITED, OptionalDouble.empty(), ReplayFilter.NONE, Force.OFF);
  }

  /** Returns this request in another mode. */
  public ReplayRequest withMode(RunMode other) {
    return new ReplayRequest(other, maxMessages, ratePerSecond, filter, force);
  }

  /** Returns this request for at most so many messages. */
  public ReplayRequest withMaxMessages(int most) {
    return new ReplayRequest(mode, most, ratePerSecond, filter, force);
  }

  /** Returns this request at a rate. */
  public ReplayRequest withRatePerSecond(double rate) {
    return new ReplayRequest(mode, maxMessages, OptionalDouble.of(rate), filter, force);
  }

  /** Returns this request for certain messages. */
  public ReplayRequest withFilter(ReplayFilter other) {
    return new ReplayRequest(mode, maxMessages, ratePerSecond, other, force);
  }

  /** Returns this request with force, or without. */
  public ReplayRequest withForce(Force other) {
    return new ReplayRequest(mode, maxMessages, ratePerSecond, filter, other);
  }

  private static boolean isUsable(double rate) {
    return rate >= SLOWEST_PER_SECOND && rate <= FASTEST_PER_SECOND;
  }
}
