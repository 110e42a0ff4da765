package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.EffectivelyOnceException;
import org.jspecify.annotations.Nullable;

/** Thrown if a queue did not answer a call or refused to serve it. */
public final class QueueException extends EffectivelyOnceException {
  /** The kind of a fault. */
  public enum Kind {
    /** The queue does not accept this message and never will. */
    REFUSED,
    /**
     * The consumer's function was throttled or failed for the record, gave another answer than a
     * consumer, or answered that the record must come back.
     */
    NOT_DONE,
    /** The call failed; whether it was carried out is not known. */
    FAILED
  }

  private final Kind kind;

  /**
   * @param kind the kind of fault
   * @param problem what is wrong and where, without a full stop
   * @param remedy what to do about it, without a full stop
   */
  public QueueException(Kind kind, String problem, String remedy, @Nullable Throwable cause) {
    super(problem, remedy, cause);
    this.kind = kind;
  }

  /** Returns the kind of fault. */
  public Kind kind() {
    return kind;
  }
}
