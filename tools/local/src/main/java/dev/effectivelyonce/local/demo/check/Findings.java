package dev.effectivelyonce.local.demo.check;

import java.util.ArrayList;
import java.util.List;

/** What the checks find. For one thread. */
final class Findings {
  private final List<Violation> violations = new ArrayList<>();

  void addIf(boolean isBroken, Promise promise, String subject, String what) {
    if (isBroken) {
      violations.add(new Violation(promise, subject, what));
    }
  }

  List<Violation> violations() {
    return List.copyOf(violations);
  }
}
