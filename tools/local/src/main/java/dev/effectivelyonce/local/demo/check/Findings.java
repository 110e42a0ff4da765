package dev.effectivelyonce.local.demo.check;

import java.util.ArrayList;
import java.util.List;

/** What the checks find. For one thread. */
final class Findings {
  private final List<Finding> all = new ArrayList<>();

  /** Adds a violation. */
  void addIf(boolean isBroken, Promise promise, String subject, String what) {
    addIf(isBroken, Verdict.VIOLATED, promise, subject, what);
  }

  void addIf(boolean isBroken, Verdict verdict, Promise promise, String subject, String what) {
    if (isBroken) {
      all.add(new Finding(verdict, promise, subject, what));
    }
  }

  List<Finding> all() {
    return List.copyOf(all);
  }
}
