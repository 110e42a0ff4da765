package dev.effectivelyonce.core.once;

import dev.effectivelyonce.core.engine.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Says that nobody knows whether the effect happened: no call runs until an operator settles it.
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
