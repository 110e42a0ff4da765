package dev.effectivelyonce.http;

import dev.effectivelyonce.core.EffectivelyOnceException;

/** The handler answered something that does not say whether the effect happened. */
final class UnknownOutcomeException extends EffectivelyOnceException {
  UnknownOutcomeException(int status) {
    super(
        "The handler answered " + status,
        "Return HandlerResult.retry(...) where nothing happened",
        null);
  }
}
