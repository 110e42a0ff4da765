package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.ConfigurationException;
import java.util.OptionalDouble;

/**
 * The request for a run.
 *
 * @param mode whether anything is changed
 * @param maxMessages the maximum number of messages that are replayed and skipped, or would be in a
 *     dry run; messages that are left do not count, so that those at the head of the queue never
 *     stop progress
 * @param ratePerSecond the maximum number of messages that are sent per second; empty: as fast as
 *     possible
 * @param filter selects the messages
 * @param force the treatment of messages for which it can't be known whether they are done
 */
public record ReplayRequest(
    RunMode mode, int maxMessages, OptionalDouble ratePerSecond, ReplayFilter filter, Force force) {
  /** The value for no limit. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /** The slowest rate, one message in a hundred seconds. */
  public static final double SLOWEST_PER_SECOND = 0.01;

  /** The fastest rate. */
  public static final double FASTEST_PER_SECOND = 10_000;

  /**
   * @throws ConfigurationException if the limit is below 1, or the rate is out of range
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

  /** Returns a request to replay all messages that may be replayed, as fast as possible. */
  public static ReplayRequest everything() {
    return new ReplayRequest(
        RunMode.REPLAY, UNLIMITED, OptionalDouble.empty(), ReplayFilter.NONE, Force.OFF);
  }

  /** Returns this request in another mode. */
  public ReplayRequest withMode(RunMode other) {
    return new ReplayRequest(other, maxMessages, ratePerSecond, filter, force);
  }

  /** Returns this request with a maximum number of messages. */
  public ReplayRequest withMaxMessages(int most) {
    return new ReplayRequest(mode, most, ratePerSecond, filter, force);
  }

  /** Returns this request with a rate. */
  public ReplayRequest withRatePerSecond(double rate) {
    return new ReplayRequest(mode, maxMessages, OptionalDouble.of(rate), filter, force);
  }

  /** Returns this request with a filter for the messages. */
  public ReplayRequest withFilter(ReplayFilter other) {
    return new ReplayRequest(mode, maxMessages, ratePerSecond, other, force);
  }

  /** Returns this request with or without force. */
  public ReplayRequest withForce(Force other) {
    return new ReplayRequest(mode, maxMessages, ratePerSecond, filter, other);
  }

  private static boolean isUsable(double rate) {
    return rate >= SLOWEST_PER_SECOND && rate <= FASTEST_PER_SECOND;
  }
}
