package dev.effectivelyonce.core.steps;

/**
 * The policy for a step that an earlier attempt began, if nobody noted how it ended: the process
 * died, or the action threw.
 *
 * @param <T> the type of the step's result
 */
public sealed interface StepPolicy<T> {
  /** Returns the type of the step's result, as the consumer's JSON codec reads it. */
  Class<T> type();

  /** The policy of {@link StepPolicy#rerun(Class)}. */
  record Rerun<T>(Class<T> type) implements StepPolicy<T> {}

  /** The policy of {@link StepPolicy#hold(Class)}. */
  record Hold<T>(Class<T> type) implements StepPolicy<T> {}

  /** The policy of {@link StepPolicy#lookup(Class, Lookup)}. */
  record ByLookup<T>(Class<T> type, Lookup<T> lookup) implements StepPolicy<T> {}

  /**
   * Asks the provider what became of an effect.
   *
   * @param <T> the type of the step's result
   */
  @FunctionalInterface
  interface Lookup<T> {
    /**
     * Returns what the provider knows.
     *
     * @param providerKey the key that the effect was sent with
     * @throws Exception if it can't be asked now: the step stays in doubt
     */
    LookupResult<T> find(String providerKey) throws Exception;
  }

  /**
   * Runs the step again with the same provider key. Use it for effects that are harmless when
   * repeated, and providers that honour the key for longer than messages live.
   */
  static <T> StepPolicy<T> rerun(Class<T> type) {
    return new Rerun<>(type);
  }

  /** Runs the step again, as {@link #rerun(Class)}, for an effect without a value. */
  static StepPolicy<Nothing> rerun() {
    return rerun(Nothing.class);
  }

  /** Holds the record for an operator, who settles the step. */
  static <T> StepPolicy<T> hold(Class<T> type) {
    return new Hold<>(type);
  }

  /** Holds the record, as {@link #hold(Class)}, for an effect without a value. */
  static StepPolicy<Nothing> hold() {
    return hold(Nothing.class);
  }

  /**
   * Asks the provider. What is done is noted, and what is not done runs; if the provider can't
   * tell, the record is held for an operator.
   */
  static <T> StepPolicy<T> lookup(Class<T> type, Lookup<T> lookup) {
    return new ByLookup<>(type, lookup);
  }

  /** Asks the provider, as {@link #lookup(Class, Lookup)}, for an effect without a value. */
  static StepPolicy<Nothing> lookup(Lookup<Nothing> lookup) {
    return lookup(Nothing.class, lookup);
  }
}
