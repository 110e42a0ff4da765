package dev.effectivelyonce.http;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;

/** The code that handles a request. */
@FunctionalInterface
public interface ApiHandler {
  /**
   * Handles a request while the attempt holds the claim of its key.
   *
   * @return {@code HandlerResult.completed(response)} or {@code commit(effects, response)} with an
   *     {@link ApiResponse}; {@link ResponseClassification} decides whether the response is kept
   *     and the effects are written. {@code retry} if nothing happened; the caller gets 503. {@code
   *     fail} if the request can never be handled; the caller gets 422 with the reason, now and for
   *     repetitions.
   * @throws Exception if the outcome is not known: under {@code RERUN} the caller gets 500 and may
   *     repeat the request; under {@code HOLD} it gets 409, and an operator decides
   */
  HandlerResult handle(ApiRequest request, Attempt attempt) throws Exception;
}
