package dev.effectivelyonce.core.steps;

/**
 * An effect outside of this library's tables.
 *
 * @param <T> the type of what it comes to
 */
@FunctionalInterface
public interface StepAction<T> {
  /**
   * Has the effect.
   *
   * @param providerKey the same in every attempt: give it to the provider as its idempotency key
   * @throws StepNotDoneException if it certainly did not happen, and may be tried again
   * @throws StepFailedException if it certainly did not happen, and never will
   * @throws Exception for an outcome that is not known
   */
  T perform(String providerKey) throws Exception;

  /** An effect that comes to nothing that later steps need. */
  static StepAction<Nothing> of(Effect effect) {
    return providerKey -> {
      effect.perform(providerKey);
      return Nothing.NOTHING;
    };
  }

  /** An effect without a value. */
  @FunctionalInterface
  interface Effect {
    /** As {@link StepAction#perform}. */
    void perform(String providerKey) throws Exception;
  }
}
