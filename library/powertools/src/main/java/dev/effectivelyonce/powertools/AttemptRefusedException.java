package dev.effectivelyonce.powertools;

import dev.effectivelyonce.core.EffectivelyOnceException;
import dev.effectivelyonce.core.engine.Outcome;

/**
 * Thrown if a call of an {@code @Idempotent} method must not count as done. Powertools rethrows it
 * as the cause of an {@code IdempotencyPersistenceLayerException}; the message must not be
 * acknowledged.
 */
public final class AttemptRefusedException extends EffectivelyOnceException {
  private final transient Outcome outcome;

  /**
   * @param outcome the outcome of the call
   * @param problem what is wrong and where, without a full stop
   * @param remedy what to do about it, without a full stop
   */
  AttemptRefusedException(Outcome outcome, String problem, String remedy) {
    super(problem, remedy, null);
    this.outcome = outcome;
  }

  /** Returns the outcome of the call. */
  public Outcome outcome() {
    return outcome;
  }
}
