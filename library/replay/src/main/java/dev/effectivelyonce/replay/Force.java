package dev.effectivelyonce.replay;

/**
 * The treatment of messages for which it can't be known whether they are done. It never affects
 * messages that are held for an operator or in flight, or have another payload with a used key.
 */
public enum Force {
  /** Leaves them in the dead-letter queue. */
  OFF,
  /**
   * Sends messages beyond the retention horizon. If such a message was done before its record was
   * forgotten, its effect happens again. Messages with a completed record that can't be compared
   * are skipped and deleted as if they had been compared.
   */
  ON
}
