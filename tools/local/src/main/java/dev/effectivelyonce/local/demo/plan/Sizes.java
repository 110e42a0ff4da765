package dev.effectivelyonce.local.demo.plan;

import java.util.Map;

/**
 * What a plan is made from: equal sizes make equal plans.
 *
 * @param seed decides every choice that chance makes
 * @param events how many distinct events each consumer gets; 0 for none
 */
public record Sizes(long seed, Map<DemoConsumer, Integer> events) {
  /** The smallest number of events in which every kind finds room. */
  public static final int LEAST = 100;

  /** The most events of a consumer, so that keys keep their width. */
  private static final int MOST = 1_000_000;

  /**
   * @throws IllegalArgumentException if a number is too small for every kind of event to find room,
   *     or too large
   */
  public Sizes {
    events.forEach(
        (consumer, count) -> {
          if (count != 0 && (count < LEAST || count > MOST)) {
            throw new IllegalArgumentException(
                "%s get %s events; set 0, or %s to %s"
                    .formatted(consumer.label(), count, LEAST, MOST));
          }
        });
    events = Map.copyOf(events);
  }

  /** Returns how many events a consumer gets. */
  public int of(DemoConsumer consumer) {
    return events.getOrDefault(consumer, 0);
  }
}
