package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the checks find. For one thread. */
final class Findings {
  private final Evidence evidence;
  private final List<Violation> violations = new ArrayList<>();
  private final SortedMap<Event.Id, Integer> allowed =
      new TreeMap<>(Comparator.comparing(Event.Id::queue).thenComparing(Event.Id::key));
  private final Map<Event.Id, Integer> forbidden = new HashMap<>();

  Findings(Evidence evidence) {
    this.evidence = evidence;
  }

  void add(Breach breach, Section section, String subject, String what) {
    violations.add(new Violation(breach, section, subject, what));
  }

  void add(Breach breach, DemoQueue queue, String subject, String what) {
    add(breach, Section.of(queue), subject, what);
  }

  void add(Breach breach, Event event, String what) {
    String record = evidence.record(event).map(RecordRow::toString).orElse("none");
    String more = "; deaths in its way: %s; record: %s".formatted(evidence.deaths(event), record);
    add(breach, event.id().queue(), event.id().key(), what + more);
  }

  void addIf(boolean isBroken, Breach breach, Event event, String what) {
    if (isBroken) {
      add(breach, event, what);
    }
  }

  /** Notes how often the effect of an event happened again. */
  void addRepeats(Event event, int times, int timesAllowed) {
    if (Math.min(times, timesAllowed) > 0) {
      allowed.put(event.id(), Math.min(times, timesAllowed));
    }
    if (times > timesAllowed) {
      forbidden.put(event.id(), times - timesAllowed);
      add(Breach.DOUBLE_EFFECT, event, "its effect happened %s times".formatted(times + 1));
    }
  }

  /** Returns what is not as the guarantee promises. */
  List<Violation> violations() {
    return violations;
  }

  /**
   * Returns how often effects were repeated where a process had died between effect and completion.
   */
  SortedMap<Event.Id, Integer> allowed() {
    return allowed;
  }

  /** Returns how often effects were repeated beyond that. */
  Map<Event.Id, Integer> forbidden() {
    return forbidden;
  }

  boolean isRepeated(Event event) {
    return allowed.containsKey(event.id()) || forbidden.containsKey(event.id());
  }

  /** Returns how many violations of a breach there are in a section. */
  long count(Breach breach, Section section) {
    return violations.stream()
        .filter(it -> it.breach() == breach && it.section() == section)
        .count();
  }
}
