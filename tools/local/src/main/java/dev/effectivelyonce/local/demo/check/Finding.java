package dev.effectivelyonce.local.demo.check;

/**
 * Something that is not as the guarantee promises, or that leaves open whether it is.
 *
 * @param verdict that it allows: violated or inconclusive
 * @param promise which is in question
 * @param subject the event, message or account
 * @param what what was found, and what should have been
 */
public record Finding(Verdict verdict, Promise promise, String subject, String what) {
  @Override
  public String toString() {
    return "%s: %s: %s: %s".formatted(verdict.word(), promise.title(), subject, what);
  }
}
