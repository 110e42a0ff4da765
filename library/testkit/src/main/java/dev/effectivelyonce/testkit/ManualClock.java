package dev.effectivelyonce.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * A clock that stands still until a test moves it. It starts at {@link #START} by default. Safe for
 * use by many threads. Clocks made by {@link #withZone} move together with this one.
 */
public final class ManualClock extends Clock {
  /** The default start of a clock, which is an ordinary time with milliseconds. */
  public static final Instant START = Instant.parse("2026-01-02T03:04:05.678Z");

  private final Hand hand;
  private final ZoneId zone;

  /** Creates a clock in UTC at {@link #START}. */
  public ManualClock() {
    this(START);
  }

  /** Creates a clock in UTC at the given time. */
  public ManualClock(Instant start) {
    this(new Hand(start), ZoneOffset.UTC);
  }

  private ManualClock(Hand hand, ZoneId zone) {
    this.hand = hand;
    this.zone = zone;
  }

  /** Moves the clock forward, or back for a negative duration, and returns the new time. */
  public Instant advance(Duration by) {
    return hand.move(by);
  }

  /** Sets the clock. */
  public void set(Instant time) {
    hand.set(time);
  }

  @Override
  public Instant instant() {
    return hand.read();
  }

  @Override
  public ZoneId getZone() {
    return zone;
  }

  @Override
  public Clock withZone(ZoneId other) {
    return new ManualClock(hand, other);
  }

  private static final class Hand {
    private Instant now;

    Hand(Instant start) {
      now = start;
    }

    synchronized Instant read() {
      return now;
    }

    synchronized void set(Instant time) {
      now = time;
    }

    synchronized Instant move(Duration by) {
      now = now.plus(by);
      return now;
    }
  }
}
