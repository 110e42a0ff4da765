package dev.effectivelyonce.replay;

/**
 * The treatment of messages if nobody can know whether they are done. It never affects what is held
 * for an operator, in flight, or another payload under a used key.
 */
public enum Force {
  /** Leaves them in the dead-letter queue. */
  OFF,
  /**
   * Sends messages beyond the retention horizon: if one was done before its record was forgotten,
   * its effect happens again. Skips and deletes messages whose record is completed but can't be
   * compared, as if they had been compared.
   */
  ON
}
