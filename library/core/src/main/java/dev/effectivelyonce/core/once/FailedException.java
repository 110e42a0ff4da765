package dev.effectivelyonce.core.once;

import dev.effectivelyonce.core.engine.Outcome;

/** Says that the event failed for good, or that its key belongs to another: no call succeeds. */
public final class FailedException extends NotDoneException {
  private static final long serialVersionUID = 1;

  FailedException(String problem, String remedy, Outcome outcome) {
    super(problem, remedy, outcome, null);
  }
}
