package dev.effectivelyonce.replay;

/**
 * What becomes of messages of which can't be known whether they are done. It never touches what is
 * held for an operator, in flight, or another payload under a used key.
 */
public enum Force {
  /** They are left. */
  OFF,
  /**
   * Those beyond the retention horizon are sent: if one was done before its record was forgotten,
   * its effect happens again. Those whose record is completed but can't be compared are skipped and
   * deleted, as if they had been compared.
   */
  ON
}
