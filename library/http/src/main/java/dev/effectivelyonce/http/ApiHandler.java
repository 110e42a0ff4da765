package dev.effectivelyonce.http;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;

/** The code that has the effect of a request. */
@FunctionalInterface
public interface ApiHandler {
  /**
   * Carries out a request while the attempt holds the claim of its key.
   *
   * @return {@code HandlerResult.completed(response)} or {@code commit(effects, response)} with an
   *     {@link ApiResponse}; {@link ResponseClassification} decides whether it is kept, and the
   *     effects written. {@code retry} where nothing happened: the caller gets 503. {@code fail}
   *     where the request can never be handled: the caller gets 422 with the reason, now and for
   *     repetitions.
   * @throws Exception for an outcome that it does not know: the caller gets 500 and may repeat the
   *     request under {@code RERUN}; under {@code HOLD} it gets 409, and an operator decides
   */
  HandlerResult handle(ApiRequest request, Attempt attempt) throws Exception;
}
