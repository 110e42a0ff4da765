package dev.effectivelyonce.core.steps;

/**
 * The policy for a step in doubt: an earlier attempt began the step, but its outcome was not
 * recorded because the process died or the action threw.
 *
 * @param <T> the type of the step's result
 */
public sealed interface StepPolicy<T> {
  /** Returns the type as which the consumer's JSON codec reads the step's result. */
  Class<T> type();

  /** The policy of {@link StepPolicy#rerun(Class)}. */
  record Rerun<T>(Class<T> type) implements StepPolicy<T> {}

  /** The policy of {@link StepPolicy#hold(Class)}. */
  record Hold<T>(Class<T> type) implements StepPolicy<T> {}

  /** The policy of {@link StepPolicy#lookup(Class, Lookup)}. */
  record ByLookup<T>(Class<T> type, Lookup<T> lookup) implements StepPolicy<T> {}

  /**
   * Asks the provider whether an effect happened.
   *
   * @param <T> the type of the step's result
   */
  @FunctionalInterface
  interface Lookup<T> {
    /**
     * Returns the provider's answer about the effect.
     *
     * @param providerKey the key that the effect was sent with
     * @throws Exception if the provider can't be asked now; the step stays in doubt
     */
    LookupResult<T> find(String providerKey) throws Exception;
  }

  /**
   * Returns the policy to run the step again with the same provider key. Use it for effects that
   * are harmless when repeated, and for providers that honor the key for longer than messages live.
   */
  static <T> StepPolicy<T> rerun(Class<T> type) {
    return new Rerun<>(type);
  }

  /** Returns the policy of {@link #rerun(Class)} for an effect without a value. */
  static StepPolicy<Nothing> rerun() {
    return rerun(Nothing.class);
  }

  /** Returns the policy to hold the record for an operator, who settles the step. */
  static <T> StepPolicy<T> hold(Class<T> type) {
    return new Hold<>(type);
  }

  /** Returns the policy of {@link #hold(Class)} for an effect without a value. */
  static StepPolicy<Nothing> hold() {
    return hold(Nothing.class);
  }

  /**
   * Returns the policy to ask the provider. If the effect happened, it is noted as done. If it did
   * not happen, the step runs. If the provider can't tell, the record is held for an operator.
   */
  static <T> StepPolicy<T> lookup(Class<T> type, Lookup<T> lookup) {
    return new ByLookup<>(type, lookup);
  }

  /** Returns the policy of {@link #lookup(Class, Lookup)} for an effect without a value. */
  static StepPolicy<Nothing> lookup(Lookup<Nothing> lookup) {
    return lookup(Nothing.class, lookup);
  }
}
