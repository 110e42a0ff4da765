package dev.effectivelyonce.core.once;

import dev.effectivelyonce.core.EffectivelyOnceException;
import dev.effectivelyonce.core.engine.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Says that a call has not done its event. Its type says whether to call again, so that a Lambda
 * retry or a state machine's {@code ErrorEquals} can tell. The cause is what the code threw, if it
 * did so in this call.
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
