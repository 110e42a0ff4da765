package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the checks find. For one thread. */
final class Findings {
  private final Evidence evidence;
  private final List<Violation> violations = new ArrayList<>();
  private final SortedMap<Event.Id, Integer> allowed =
      new TreeMap<>(Comparator.comparing(Event.Id::queue).thenComparing(Event.Id::key));

  Findings(Evidence evidence) {
    this.evidence = evidence;
  }

  void add(Section section, String subject, String what) {
    violations.add(new Violation(section, subject, what));
  }

  void add(DemoQueue queue, String subject, String what) {
    add(Section.of(queue), subject, what);
  }

  void addIf(boolean isBroken, Event event, String what) {
    if (isBroken) {
      String record = evidence.record(event).map(RecordRow::toString).orElse("none");
      add(
          event.id().queue(),
          event.id().key(),
          "%s; %s; deaths in its way: %s; record: %s"
              .formatted(what, event.kind(), evidence.deaths(event), record));
    }
  }

  /** Notes how often the effect of an event happened again. */
  void addRepeats(Event event, int times, int timesAllowed) {
    if (Math.min(times, timesAllowed) > 0) {
      allowed.put(event.id(), Math.min(times, timesAllowed));
    }
    addIf(
        times > timesAllowed,
        event,
        "double effect: it happened %s times, and nothing that died allows more than %s"
            .formatted(times + 1, timesAllowed + 1));
  }

  /** Returns what is not as the guarantee promises. */
  List<Violation> violations() {
    return List.copyOf(violations);
  }

  /**
   * Returns how often effects were repeated where a process had died between effect and completion.
   */
  SortedMap<Event.Id, Integer> allowed() {
    return allowed;
  }
}
