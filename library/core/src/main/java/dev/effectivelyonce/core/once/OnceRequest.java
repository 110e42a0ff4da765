package dev.effectivelyonce.core.once;

import dev.effectivelyonce.core.key.Fingerprint;
import java.time.Duration;
import java.util.Optional;

/**
 * One call of an {@link EffectivelyOnce}: the time that it has, and what must agree with earlier
 * calls of its key.
 *
 * @param left the time until the code is ended, or is to have ended; none is left if it is negative
 * @param fingerprint what must agree; empty: nothing is compared
 */
public record OnceRequest(Duration left, Optional<Fingerprint> fingerprint) {
  /**
   * Makes a call with a time. On Lambda it is the invocation's own: {@code
   * Duration.ofMillis(context.getRemainingTimeInMillis())}. Elsewhere nobody ends the code, so
   * choose more than it ever takes, or {@link EffectivelyOnceBuilder#heartbeat}.
   */
  public static OnceRequest within(Duration left) {
    return new OnceRequest(left, Optional.empty());
  }

  /** Returns this call with what must agree with earlier calls of its key. */
  public OnceRequest fingerprint(Fingerprint agreeing) {
    return new OnceRequest(left, Optional.of(agreeing));
  }

  /** Returns the time that is left, which is never negative. */
  Duration positive() {
    return left.isNegative() ? Duration.ZERO : left;
  }
}
