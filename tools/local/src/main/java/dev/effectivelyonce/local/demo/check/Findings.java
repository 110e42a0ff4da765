package dev.effectivelyonce.local.demo.check;

import java.util.List;
import java.util.function.Function;

/**
 * What the checks find. For one thread.
 *
 * @param described what to say of a subject
 */
record Findings(Function<Object, String> described, List<Finding> all) {
  /** Adds a violation, if there is one. */
  void addIf(boolean isBroken, Promise promise, Object subject, String what) {
    addIf(isBroken, Verdict.VIOLATED, promise, subject, what);
  }

  /** Adds what is a violation or leaves open whether there is one, if it is so. */
  void addIf(boolean isBroken, Verdict verdict, Promise promise, Object subject, String what) {
    if (isBroken) {
      all.add(new Finding(verdict, promise, described.apply(subject), what));
    }
  }
}
