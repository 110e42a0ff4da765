package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.check.Violation.Type;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import java.util.List;

/** What was found. */
public final class Findings {
  private final List<Violation> violations;
  private final Repeats repeats;

  Findings(List<Violation> violations, Repeats repeats) {
    this.violations = violations;
    this.repeats = repeats;
  }

  /** What is not as the guarantee promises. */
  public List<Violation> violations() {
    return violations;
  }

  Repeats repeats() {
    return repeats;
  }

  /** How many violations of a type there are in a queue. */
  long count(Type type, DemoQueue queue) {
    return violations.stream()
        .filter(violation -> violation.type() == type)
        .filter(violation -> violation.queue() == queue)
        .count();
  }
}
