package dev.effectivelyonce.core.saga;

import dev.effectivelyonce.core.steps.Nothing;
import dev.effectivelyonce.core.steps.StepPolicy;

/**
 * The action that undoes a step. It is a step itself, with the name of the undone step followed by
 * {@code .undo}.
 *
 * @param policy what happens if an earlier attempt began to undo the step and its outcome is not
 *     known
 * @param action the action that undoes the step
 * @param <T> the type of the step's result
 */
public record Compensation<T>(StepPolicy<Nothing> policy, Undo<T> action) {
  /**
   * Undoes a step.
   *
   * @param <T> the type of the step's result
   */
  @FunctionalInterface
  public interface Undo<T> {
    /**
     * Undoes the step.
     *
     * @param providerKey the same in every attempt, and another one than the step's own
     * @param done the step's result
     * @throws Exception if it may not be undone yet: the next attempt tries again, and after some
     *     attempts the record is held
     */
    void undo(String providerKey, T done) throws Exception;
  }

  /**
   * Returns a compensation by an action that is harmless when repeated with the same provider key.
   */
  public static <T> Compensation<T> by(Undo<T> action) {
    return new Compensation<>(StepPolicy.rerun(), action);
  }
}
