package dev.effectivelyonce.operations.check;

/** The verdict of a rule on a subject. */
sealed interface Verdict {
  /** The rule holds. */
  record Holds() implements Verdict {}

  /** The rule does not hold. */
  record Broken(String problem, String remedy) implements Verdict {}

  /** What the rule needs is known only to the deployment, or to another template. */
  record Unknown() implements Verdict {}
}
