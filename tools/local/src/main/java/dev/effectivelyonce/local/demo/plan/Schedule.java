package dev.effectivelyonce.local.demo.plan;

import java.util.random.RandomGenerator;

/**
 * The times at which things are sent, as a share of the plan. What takes long to recover from comes
 * early, so that its visibility timeout overlaps with the rest. What shares a fate with it keeps a
 * distance.
 */
final class Schedule {
  private static final int SLOW_TOGETHER = 4;
  private static final double LAST_COPY = 0.85;

  private final RandomGenerator random;
  private final double step;

  /**
   * @param events how many events the queue has: one of them later is one step later
   */
  Schedule(RandomGenerator random, int events) {
    this.random = random;
    this.step = 1.0 / events;
  }

  /** Returns when the first message of an event is sent. */
  double first(Kind kind, int index) {
    return switch (kind) {
      case ZOMBIE -> steps(index * 2.0);
      case TIMEOUT -> between(0.01, 0.03);
      case CRASH_BEFORE, CRASH_AFTER, CRASH_IN_CHARGE, CRASH_IN_REFUND -> between(0.02, 0.08);
      case SLOW -> cluster(index / SLOW_TOGETHER) + steps(index % SLOW_TOGETHER);
      case RETRYABLE_ONCE, RETRYABLE_ALWAYS -> between(0.1, 0.5);
      case PLAIN -> between(0.01, 1);
      case PERMANENT, OVER_BALANCE, NO_ACCOUNT, DECLINED, SOLD_OUT, RECALLED, TO_SHIP ->
          between(0.01, LAST_COPY);
    };
  }

  /** Returns when the plain event that is copied is sent. */
  double firstOfCopied() {
    return between(0.01, LAST_COPY);
  }

  /** Returns when the plain event whose key is reused is sent. */
  double firstOfReused() {
    return between(0.01, 0.5);
  }

  /**
   * Returns when the key is reused: late, so that the first is mostly done and nothing waits for
   * it.
   */
  double reuse() {
    return between(0.7, LAST_COPY);
  }

  /** A copy that follows at once. */
  double neighbour(double first) {
    return first + steps(0.01);
  }

  /** A copy that a following batch brings. */
  double soonAfter(double first) {
    return first + steps(8 + random.nextInt(16));
  }

  /**
   * A copy at any distance, so early that waiting for an attempt in flight ends before the rest.
   */
  double anyTimeAfter(double first) {
    return first + steps(0.01) + Math.max(0, LAST_COPY - first) * random.nextDouble();
  }

  /** Any time that leaves room for as many receives as the queue allows. */
  double ofPoison() {
    return between(0, LAST_COPY);
  }

  private static double cluster(int number) {
    return 0.2 + 0.03 * (number % 20);
  }

  private double between(double from, double to) {
    return from + (to - from) * random.nextDouble();
  }

  private double steps(double count) {
    return count * step;
  }
}
