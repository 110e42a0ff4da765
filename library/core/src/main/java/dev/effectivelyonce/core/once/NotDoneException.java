package dev.effectivelyonce.core.once;

import dev.effectivelyonce.core.EffectivelyOnceException;
import dev.effectivelyonce.core.engine.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a call has not completed its event. Its type tells a Lambda retry or a state machine's
 * {@code ErrorEquals} whether to call again. The cause is the exception that the code threw in this
 * call, if it threw one.
 */
public abstract sealed class NotDoneException extends EffectivelyOnceException
    permits TryAgainException, FailedException, HeldException {
  private static final long serialVersionUID = 1;

  private final transient Outcome outcome;

  NotDoneException(String problem, String remedy, Outcome outcome, @Nullable Throwable cause) {
    super(problem, remedy, cause);
    this.outcome = outcome;
  }

  /** Returns the outcome that {@link EffectivelyOnce#run} would have returned. */
  public final Outcome outcome() {
    return outcome;
  }
}
