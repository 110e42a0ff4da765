package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.plan.Event;
import java.util.List;

/** What was found. */
public final class Findings {
  private final List<Violation> violations;
  private final Repeats repeats;

  Findings(List<Violation> violations, Repeats repeats) {
    this.violations = violations;
    this.repeats = repeats;
  }

  /** Returns what is not as the guarantee promises. */
  public List<Violation> violations() {
    return violations;
  }

  Repeats repeats() {
    return repeats;
  }

  boolean isRepeated(Event.Id event) {
    return repeats.allowed().containsKey(event) || repeats.forbidden().containsKey(event);
  }

  /** Returns how many violations of a breach there are in a section. */
  long count(Breach breach, Section section) {
    return violations.stream()
        .filter(violation -> violation.breach() == breach)
        .filter(violation -> violation.section() == section)
        .count();
  }
}
