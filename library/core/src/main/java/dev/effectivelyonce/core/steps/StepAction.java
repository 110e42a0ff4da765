package dev.effectivelyonce.core.steps;

/**
 * An effect outside of this library's tables, such as a call of a provider.
 *
 * @param <T> the type of the effect's result
 */
@FunctionalInterface
public interface StepAction<T> {
  /**
   * Carries out the effect.
   *
   * @param providerKey the key that is the same in every attempt; pass it to the provider as its
   *     idempotency key
   * @throws StepNotDoneException if the effect certainly did not happen and may be tried again
   * @throws StepFailedException if the effect certainly did not happen and never will
   * @throws Exception if the outcome is not known
   */
  T perform(String providerKey) throws Exception;

  /** Returns an action whose effect has no value. */
  static StepAction<Nothing> of(Effect effect) {
    return providerKey -> {
      effect.perform(providerKey);
      return Nothing.NOTHING;
    };
  }

  /** An effect without a value. */
  @FunctionalInterface
  interface Effect {
    /** Carries out the effect, as {@link StepAction#perform} does. */
    void perform(String providerKey) throws Exception;
  }
}
