package dev.effectivelyonce.core.once;

import dev.effectivelyonce.core.key.Fingerprint;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One call of an {@link EffectivelyOnce}: its time limit, and the fingerprint that must agree with
 * earlier calls of its key.
 *
 * @param left the time until the code is ended, or should have ended; no time is left if it is
 *     negative
 * @param fingerprint the fingerprint; empty: nothing is compared
 * @param renewed receives the time until which the claim is held, whenever a heartbeat renews it
 */
public record OnceRequest(
    Duration left, Optional<Fingerprint> fingerprint, Consumer<Instant> renewed) {
  /**
   * Returns a call with a time limit. On Lambda pass the invocation's remaining time: {@code
   * Duration.ofMillis(context.getRemainingTimeInMillis())}. Elsewhere nothing ends the code, so
   * choose a time longer than it ever takes, or set {@link EffectivelyOnceBuilder#heartbeat}.
   */
  public static OnceRequest within(Duration left) {
    return new OnceRequest(left, Optional.empty(), until -> {});
  }

  /** Returns this call with a fingerprint, which must agree with earlier calls of its key. */
  public OnceRequest fingerprint(Fingerprint agreeing) {
    return new OnceRequest(left, Optional.of(agreeing), renewed);
  }

  /**
   * Returns this call with what happens when a {@link EffectivelyOnceBuilder#heartbeat} renews the
   * claim, such as hiding the call's message for as long. It is called while the code runs, by
   * another thread.
   */
  public OnceRequest onRenewal(Consumer<Instant> until) {
    return new OnceRequest(left, fingerprint, until);
  }

  /** Returns the time that is left, which is never negative. */
  Duration positive() {
    return left.isNegative() ? Duration.ZERO : left;
  }
}
