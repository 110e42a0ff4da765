package dev.effectivelyonce.core.store;

import dev.effectivelyonce.core.EffectivelyOnceException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if the store did not answer a call or refused to serve it. It is unknown whether a write
 * happened, so repeat the write or assume neither.
 */
public final class StoreException extends EffectivelyOnceException {
  /** The kind of a fault. */
  public enum Kind {
    /** The store did not answer, or had an internal error. The same call may succeed later. */
    UNREACHABLE,
    /** The store had too many requests. The same call may succeed later. */
    THROTTLED,
    /** The caller lacks a permission. */
    DENIED,
    /** The table is missing, or is not a table of this library. */
    MISCONFIGURED,
    /** A record can't be read. */
    UNREADABLE
  }

  private final Kind kind;

  /**
   * @param kind the kind of fault
   * @param problem what is wrong and where, without a full stop
   * @param remedy what to do about it, without a full stop
   */
  public StoreException(Kind kind, String problem, String remedy, @Nullable Throwable cause) {
    super(problem, remedy, cause);
    this.kind = kind;
  }

  /** Returns the kind of fault. */
  public Kind kind() {
    return kind;
  }

  /** Returns whether the same call may succeed later without anyone changing anything. */
  public boolean isTransient() {
    return kind == Kind.UNREACHABLE || kind == Kind.THROTTLED;
  }
}
