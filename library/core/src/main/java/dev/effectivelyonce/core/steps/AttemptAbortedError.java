package dev.effectivelyonce.core.steps;

import dev.effectivelyonce.core.record.ErrorSummary;

/**
 * Ends a handler that must not go on. This is an error, so that no {@code catch (Exception e)}
 * takes it by accident. Even if it is caught, the delivery ends as the reason says, and no further
 * step runs.
 */
public final class AttemptAbortedError extends Error {
  /** The reason for which a handler must not go on, which decides how its delivery ends. */
  public enum Reason {
    /** Another attempt has the claim by now: superseded. */
    SUPERSEDED,
    /**
     * The claim can't be counted on any more, though nobody may have taken it yet: as if the
     * handler had thrown.
     */
    LAPSED,
    /**
     * The handler's time is over, or the store can't be reached. No step is begun, and effects
     * outside of steps are not known: as if the handler had thrown.
     */
    HELD,
    /**
     * The handler's time is over, or the store can't be reached. No step is begun, and effects
     * outside of steps are not known. Ends as if the handler had thrown.
     */
    INTERRUPTED,
    /** The steps are not those of the record. None is begun: as if the handler had thrown. */
    CONTRADICTED
  }

  private final Reason reason;
  private final ErrorSummary why;

  /**
   * @param why in words without personal data
   */
  public AttemptAbortedError(Reason reason, ErrorSummary why) {
    super(why.text(), null, false, false);
    this.reason = reason;
    this.why = why;
  }

  /** Returns why the handler must not go on. */
  public Reason reason() {
    return reason;
  }

  /** Returns the reason in words. */
  public ErrorSummary why() {
    return why;
  }
}
