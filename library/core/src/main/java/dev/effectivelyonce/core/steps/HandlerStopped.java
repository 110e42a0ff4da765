package dev.effectivelyonce.core.steps;

import dev.effectivelyonce.core.record.ErrorSummary;

/**
 * Ends a handler that must not go on. An error, so that no {@code catch (Exception e)} takes it by
 * accident; and even if it is caught, the delivery ends as this says, and no further step runs.
 */
public final class HandlerStopped extends Error {
  /** Why a handler must not go on, and so how its delivery ends. */
  public enum Reason {
    /** Its claim is another's by now: superseded. */
    SUPERSEDED,
    /**
     * It can no longer count on its claim, which nobody may have taken yet: as if it had thrown.
     */
    LAPSED,
    /** A step is in doubt, or a decision needs an operator: held. */
    HELD,
    /**
     * Its time is over, or the store can't be reached. No step is begun; what it did outside of its
     * steps is not known: as if it had thrown.
     */
    INTERRUPTED,
    /** Its steps are not those of its record. No step is begun: as if it had thrown. */
    CONTRADICTED
  }

  private final Reason reason;
  private final ErrorSummary why;

  /**
   * @param why in words without personal data
   */
  public HandlerStopped(Reason reason, ErrorSummary why) {
    super(why.text(), null, false, false);
    this.reason = reason;
    this.why = why;
  }

  /** Why the handler must not go on. */
  public Reason reason() {
    return reason;
  }

  /** The reason in words. */
  public ErrorSummary why() {
    return why;
  }
}
