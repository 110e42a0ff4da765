package dev.effectivelyonce.core.steps;

import dev.effectivelyonce.core.record.ErrorSummary;

/**
 * Thrown to end a handler that must not go on. This is an error, so that {@code catch (Exception
 * e)} does not catch it by accident. Even if it is caught, the delivery ends as described for its
 * reason, and no further step runs.
 */
public final class AttemptAbortedError extends Error {
  /** The reason why a handler must not go on. It decides how the delivery ends. */
  public enum Reason {
    /** Another attempt has taken over the claim. The delivery ends as superseded. */
    SUPERSEDED,
    /**
     * The attempt can't rely on its claim any more, although perhaps no other attempt has taken it
     * yet. The delivery ends as if the handler had thrown.
     */
    LAPSED,
    /**
     * An operator has to decide, because a step is in doubt and its policy does not resolve the
     * doubt, or because {@link Steps#hold} was called. The record is held.
     */
    HELD,
    /**
     * The handler's time is over, or the store can't be reached. No further step begins. It is not
     * known which effects outside of steps happened, so the delivery ends as if the handler had
     * thrown.
     */
    INTERRUPTED,
    /**
     * The steps do not match those of the record, or the record can't keep a step or its result. No
     * further step begins, and the delivery ends as if the handler had thrown.
     */
    CONTRADICTED
  }

  private final Reason reason;
  private final ErrorSummary why;

  /**
   * @param why the reason in words without personal data
   */
  public AttemptAbortedError(Reason reason, ErrorSummary why) {
    super(why.text(), null, false, false);
    this.reason = reason;
    this.why = why;
  }

  /** Returns the reason why the handler must not go on. */
  public Reason reason() {
    return reason;
  }

  /** Returns the reason in words. */
  public ErrorSummary why() {
    return why;
  }
}
