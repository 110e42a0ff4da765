package dev.effectivelyonce.core.steps;

/**
 * What an attempt does about a step that an earlier one began, if nobody noted how it ended: the
 * process died, or the action threw.
 *
 * @param <T> the type of what the step comes to
 */
public sealed interface StepPolicy<T> {
  /** The type of what the step comes to, as the consumer's JSON codec reads it. */
  Class<T> type();

  /** {@link StepPolicy#rerun(Class)}. */
  record Rerun<T>(Class<T> type) implements StepPolicy<T> {}

  /** {@link StepPolicy#hold(Class)}. */
  record Hold<T>(Class<T> type) implements StepPolicy<T> {}

  /** {@link StepPolicy#ask(Class, Lookup)}. */
  record Ask<T>(Class<T> type, Lookup<T> lookup) implements StepPolicy<T> {}

  /**
   * Asks the provider what became of an effect.
   *
   * @param <T> the type of what the step comes to
   */
  @FunctionalInterface
  interface Lookup<T> {
    /**
     * What the provider knows.
     *
     * @param providerKey the key that the effect was sent with
     * @throws Exception if it can't be asked now: the step stays in doubt
     */
    Found<T> find(String providerKey) throws Exception;
  }

  /**
   * Runs it again with the same provider key. For effects that are harmless when repeated, and
   * providers that honour the key for longer than messages live.
   */
  static <T> StepPolicy<T> rerun(Class<T> type) {
    return new Rerun<>(type);
  }

  /** {@link #rerun(Class)} for an effect without a value. */
  static StepPolicy<Nothing> rerun() {
    return rerun(Nothing.class);
  }

  /** Holds the record for an operator, who settles the step. */
  static <T> StepPolicy<T> hold(Class<T> type) {
    return new Hold<>(type);
  }

  /** {@link #hold(Class)} for an effect without a value. */
  static StepPolicy<Nothing> hold() {
    return hold(Nothing.class);
  }

  /**
   * Asks the provider: what is done is noted, what is not done runs, and what the provider does not
   * know holds the record for an operator.
   */
  static <T> StepPolicy<T> ask(Class<T> type, Lookup<T> lookup) {
    return new Ask<>(type, lookup);
  }

  /** {@link #ask(Class, Lookup)} for an effect without a value. */
  static StepPolicy<Nothing> ask(Lookup<Nothing> lookup) {
    return ask(Nothing.class, lookup);
  }
}
