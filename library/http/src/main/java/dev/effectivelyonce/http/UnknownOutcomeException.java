package dev.effectivelyonce.http;

import dev.effectivelyonce.core.EffectivelyOnceException;

/** Says that the handler's answer does not show whether the effect happened. */
final class UnknownOutcomeException extends EffectivelyOnceException {
  UnknownOutcomeException(int status) {
    super(
        "The handler answered " + status,
        "Return HandlerResult.retry(...) where nothing happened",
        null);
  }
}
