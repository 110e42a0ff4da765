package dev.effectivelyonce.core.once;

import dev.effectivelyonce.core.engine.Outcome;

/**
 * Thrown if the event failed for good, or if its key belongs to another event. No later call
 * succeeds.
 */
public final class FailedException extends NotDoneException {
  private static final long serialVersionUID = 1;

  FailedException(String problem, String remedy, Outcome outcome) {
    super(problem, remedy, outcome, null);
  }
}
