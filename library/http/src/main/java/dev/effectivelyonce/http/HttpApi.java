package dev.effectivelyonce.http;

import com.amazonaws.services.lambda.runtime.Context;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.record.ErrorSummary;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles HTTP requests, each once by its {@code Idempotency-Key}. Create one instance when the
 * function starts and use it for every invocation. It is safe for use by many invocations at once.
 *
 * <p>The first response to a key is kept and returned for every repetition, with the header {@code
 * Idempotent-Replayed: true}. Keys belong to a caller and a route. Errors of a request are answered
 * as {@code application/problem+json} (RFC 9457).
 */
public final class HttpApi {
  private static final Logger LOG = LoggerFactory.getLogger(HttpApi.class);

  private final Set<String> keyedMethods;
  private final ClaimedRequests claimed;
  private final ApiHandler handler;
  private final Optional<UnclaimedHandler> unclaimed;
  private final Optional<Cors> cors;

  HttpApi(
      Set<String> keyedMethods,
      ClaimedRequests claimed,
      ApiHandler handler,
      Optional<UnclaimedHandler> unclaimed,
      Optional<Cors> cors) {
    this.keyedMethods = keyedMethods;
    this.claimed = claimed;
    this.handler = handler;
    this.unclaimed = unclaimed;
    this.cors = cors;
  }

  /**
   * Returns a builder for an API; see {@link HttpApiBuilder} for the required settings.
   *
   * @param consumer the consumer's name, which scopes keys in the table, such as {@code
   *     payments-api}
   * @throws ConfigurationException if the name is not valid for a consumer
   */
  public static HttpApiBuilder of(String consumer) {
    return new HttpApiBuilder(consumer);
  }

  /**
   * Handles a request. It returns a response whatever the handler or the store does.
   *
   * @throws FatalProcessError if the process can't go on; the outcome of the handler is recorded
   */
  public ApiResponse handle(ApiRequest request, Context context) {
    try {
      return cors.flatMap(it -> it.preflight(request)).orElseGet(() -> readable(request, context));
    } catch (LinkageError error) {
      FatalProcessError.throwIfShownBy(error);
      throw error;
    }
  }

  /** Returns the answer, so that the page of another origin that sent the request may read it. */
  private ApiResponse readable(ApiRequest request, Context context) {
    ApiResponse answer = answer(request, context);
    return cors.map(it -> it.on(answer, request)).orElse(answer);
  }

  private ApiResponse answer(ApiRequest request, Context context) {
    if (keyedMethods.contains(request.method())) {
      Duration time = Duration.ofMillis(Math.max(0, context.getRemainingTimeInMillis()));
      return claimed.handle(request, time, handler);
    }
    if (!ClaimedRequests.isReadable(request.body())) {
      return Problem.CONTENT_UNREADABLE.response();
    }
    return unclaimed.map(it -> answer(it, request)).orElseGet(this::notAllowed);
  }

  private static ApiResponse answer(UnclaimedHandler handler, ApiRequest request) {
    try {
      return Objects.requireNonNull(handler.handle(request));
    } catch (Throwable e) {
      FatalProcessError.throwIfShownBy(e);
      // Logged without the message, which may hold personal data.
      LOG.error("A request without a claim was not answered: {}", ErrorSummary.of(e));
      return Problem.ATTEMPT_FAILED.response();
    }
  }

  private ApiResponse notAllowed() {
    return Problem.METHOD_NOT_ALLOWED
        .response()
        .header("allow", String.join(", ", new TreeSet<>(keyedMethods)));
  }
}
