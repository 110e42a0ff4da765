package dev.effectivelyonce.simulation.exploration;

/** A promise is broken. */
final class Violation extends RuntimeException {
  /**
   * @param what is broken, as a sentence without its full stop
   */
  Violation(String what) {
    super(what, null, false, false);
  }

  static void unless(boolean holds, String promise) {
    if (!holds) {
      throw new Violation(promise);
    }
  }
}
