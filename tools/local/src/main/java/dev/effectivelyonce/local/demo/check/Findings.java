package dev.effectivelyonce.local.demo.check;

import java.util.ArrayList;
import java.util.List;

/** What the checks find. For one thread. */
final class Findings {
  private final List<Finding> all = new ArrayList<>();

  /** Adds a violation. */
  void add(Promise promise, Object subject, String what) {
    addIf(true, Verdict.VIOLATED, promise, subject, what);
  }

  /** Adds what the run did not wait for. */
  void leaveOpen(Promise promise, String what) {
    addIf(true, Verdict.INCONCLUSIVE, promise, "not waited for", what);
  }

  /** Adds a violation, if there is one. */
  void addIf(boolean isBroken, Promise promise, Object subject, String what) {
    addIf(isBroken, Verdict.VIOLATED, promise, subject, what);
  }

  void addIf(boolean isBroken, Verdict verdict, Promise promise, Object subject, String what) {
    if (isBroken) {
      all.add(new Finding(verdict, promise, subject.toString(), what));
    }
  }

  List<Finding> all() {
    return List.copyOf(all);
  }
}
