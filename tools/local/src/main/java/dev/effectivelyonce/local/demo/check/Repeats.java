package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.plan.Event;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Plain effects that happened more than once.
 *
 * @param allowed how often, by event, where a process had died between effect and completion
 * @param forbidden how often, by event, beyond that
 * @param violations one for each that is forbidden
 */
record Repeats(
    SortedMap<Event.Id, Integer> allowed,
    SortedMap<Event.Id, Integer> forbidden,
    List<Violation> violations) {
  private static final Comparator<Event.Id> ORDER =
      Comparator.comparing(Event.Id::queue).thenComparing(Event.Id::key);

  static Repeats none() {
    return new Repeats(new TreeMap<>(ORDER), new TreeMap<>(ORDER), new ArrayList<>());
  }
}
