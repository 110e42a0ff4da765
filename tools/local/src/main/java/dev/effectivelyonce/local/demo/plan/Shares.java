package dev.effectivelyonce.local.demo.plan;

import java.util.EnumMap;
import java.util.Map;

/**
 * How much of what is in the events of one queue.
 *
 * @param events how many distinct events
 * @param special how many of them are of each kind; the rest is {@link Kind#PLAIN}
 * @param copies how many plain events are sent again at a random distance
 * @param neighbours how many plain events are sent again at once, next to the first
 * @param reused how many plain events have their key reused with another payload
 * @param poisonOfEach how many messages of each kind of poison
 */
public record Shares(
    int events,
    Map<Kind, Integer> special,
    int copies,
    int neighbours,
    int reused,
    int poisonOfEach) {
  /** The smallest number of events in which every kind finds room. */
  public static final int LEAST_EVENTS = 100;

  /** Orders: with events in flight twice. */
  public static Shares orders(int events) {
    return of(events, specialOrders(events));
  }

  /** Orders of which some are to be shipped: each is charged at the gateway. */
  static Shares ordersAlsoToShip(int events) {
    Map<Kind, Integer> special = specialOrders(events);
    special.put(Kind.TO_SHIP, Math.min(40, perMille(events, 20)));
    return of(events, special);
  }

  private static Map<Kind, Integer> specialOrders(int events) {
    Map<Kind, Integer> special = common(events);
    special.put(Kind.SLOW, Math.min(100, perMille(events, 4)));
    return special;
  }

  /** Payments: with accounts that have too little or do not exist. */
  public static Shares payments(int events) {
    Map<Kind, Integer> special = common(events);
    special.put(Kind.OVER_BALANCE, Math.min(20, perMille(events, 2)));
    special.put(Kind.NO_ACCOUNT, Math.min(20, perMille(events, 2)));
    return of(events, special);
  }

  /** Orders to fulfil: with the refusals of a gateway and a warehouse. */
  static Shares fulfilments(int events) {
    Map<Kind, Integer> special = new EnumMap<>(Kind.class);
    special.put(Kind.DECLINED, perMille(events, 40));
    special.put(Kind.SOLD_OUT, perMille(events, 20));
    special.put(Kind.RECALLED, perMille(events, 40));
    special.put(Kind.CRASH_BEFORE, 1);
    special.put(Kind.CRASH_AFTER, 1);
    special.put(Kind.CRASH_IN_CHARGE, 2);
    special.put(Kind.CRASH_IN_REFUND, 1);
    special.put(Kind.ZOMBIE, 1);
    return new Shares(
        events, Map.copyOf(special), perMille(events, 80), perMille(events, 20), 0, 1);
  }

  /** Receipts: what fails comes back when the queue's visibility ends, so that none fails on. */
  static Shares receipts(int events) {
    Map<Kind, Integer> special = new EnumMap<>(Kind.class);
    special.put(Kind.CRASH_BEFORE, 1);
    special.put(Kind.CRASH_AFTER, 1);
    special.put(Kind.TIMEOUT, 1);
    special.put(Kind.ZOMBIE, 1);
    return new Shares(
        events, Map.copyOf(special), perMille(events, 160), perMille(events, 80), 0, 0);
  }

  /** Transfers: as payments, on a queue without order, where no key is reused. */
  static Shares transfers(int events) {
    Map<Kind, Integer> special = common(events);
    special.put(Kind.SLOW, perMille(events, 4));
    special.put(Kind.OVER_BALANCE, perMille(events, 10));
    special.put(Kind.NO_ACCOUNT, perMille(events, 10));
    special.put(Kind.ZOMBIE, 1);
    return new Shares(
        events,
        Map.copyOf(special),
        perMille(events, 160),
        perMille(events, 80),
        0,
        perMille(events, 3));
  }

  /** Requests of the payments API: each that dies makes its caller wait for the lease. */
  static Shares requests(int requests) {
    Map<Kind, Integer> special = new EnumMap<>(Kind.class);
    special.put(Kind.RETRYABLE_ONCE, Math.min(50, perMille(requests, 10)));
    special.put(Kind.SLOW, Math.min(100, Math.max(2, perMille(requests, 14))));
    special.put(Kind.OVER_BALANCE, Math.min(50, perMille(requests, 20)));
    special.put(Kind.NO_ACCOUNT, Math.min(50, perMille(requests, 10)));
    special.put(Kind.CRASH_BEFORE, Math.min(4, perMille(requests, 7)));
    special.put(Kind.CRASH_AFTER, Math.min(4, perMille(requests, 7)));
    special.put(Kind.TIMEOUT, 1);
    special.put(Kind.ZOMBIE, 1);
    return new Shares(
        requests,
        Map.copyOf(special),
        perMille(requests, 100),
        perMille(requests, 150),
        perMille(requests, 20),
        perMille(requests, 4));
  }

  /** Returns how many events of a kind there are. */
  public int of(Kind kind) {
    return special.getOrDefault(kind, 0);
  }

  /** Returns how many events of the kind {@link Kind#PLAIN} there are. */
  public int plain() {
    return events - special.values().stream().mapToInt(Integer::intValue).sum();
  }

  /**
   * A killed process costs a start of a JVM, and takes its whole batch along: one of each, whatever
   * the size. And no more of the rest than accounts: two events that hold up one account would
   * share its receives.
   */
  private static Map<Kind, Integer> common(int events) {
    Map<Kind, Integer> special = new EnumMap<>(Kind.class);
    special.put(Kind.RETRYABLE_ONCE, Math.min(50, perMille(events, 8)));
    special.put(Kind.RETRYABLE_ALWAYS, Math.min(15, perMille(events, 2)));
    special.put(Kind.PERMANENT, Math.min(50, perMille(events, 6)));
    special.put(Kind.CRASH_BEFORE, 1);
    special.put(Kind.CRASH_AFTER, 1);
    special.put(Kind.TIMEOUT, 1);
    special.put(Kind.ZOMBIE, Math.min(2, perMille(events, 2)));
    return special;
  }

  private static Shares of(int events, Map<Kind, Integer> special) {
    return new Shares(
        events,
        Map.copyOf(special),
        perMille(events, 80),
        perMille(events, 20),
        perMille(events, 4),
        perMille(events, 3));
  }

  private static int perMille(int events, int share) {
    return Math.max(1, Math.round(events * share / 1000f));
  }
}
