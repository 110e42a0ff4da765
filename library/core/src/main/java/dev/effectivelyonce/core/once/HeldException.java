package dev.effectivelyonce.core.once;

import dev.effectivelyonce.core.engine.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if it is not known whether the effect happened. No call runs until an operator settles the
 * event.
 */
public final class HeldException extends NotDoneException {
  private static final long serialVersionUID = 1;

  HeldException(Outcome.Held outcome, @Nullable Throwable cause) {
    super(
        "The event is held: " + outcome.why(),
        "Find out whether its effect happened, and settle it",
        outcome,
        cause);
  }
}
