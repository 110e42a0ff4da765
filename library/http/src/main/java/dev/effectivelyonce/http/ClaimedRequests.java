package dev.effectivelyonce.http;

import com.amazonaws.services.lambda.runtime.Context;
import com.fasterxml.jackson.core.JsonFactory;
import dev.effectivelyonce.core.engine.ConsumerSettings;
import dev.effectivelyonce.core.engine.Engine;
import dev.effectivelyonce.core.engine.EngineContext;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.engine.ResultSerializer;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.http.RequestIdentity.Identified;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the handler for requests with a key, each under its claim. */
final class ClaimedRequests {
  private static final Logger LOG = LoggerFactory.getLogger(HttpApi.class);

  private final ConsumerSettings settings;
  private final IdempotencyStore store;
  private final ApiHandler handler;
  private final Function<ApiResponse, ResponseClassification> meaning;
  private final Platform platform;
  private final TransitionObserver observer;
  private final Duration shutdownMargin;
  private final Duration leaseMargin;
  private final StoredResponses kept;
  private final ResponseFactory answers;
  private final ResultSerializer stepResults;
  private final ExpiryHeader expiry;

  ClaimedRequests(
      HttpApiBuilder builder,
      ConsumerSettings settings,
      IdempotencyStore store,
      ApiHandler handler) {
    settings.check(store);
    this.settings = settings;
    this.store = store;
    this.handler = handler;
    this.meaning = builder.meaning;
    this.platform = builder.platform;
    this.observer = builder.observer;
    this.shutdownMargin = builder.shutdownMargin;
    this.leaseMargin = builder.leaseMargin;
    this.kept =
        new StoredResponses(new JsonFactory(), builder.keptHeaders, settings.maxResultBytes());
    this.stepResults = builder.stepResults;
    this.expiry = builder.expiry;
    this.answers = new ResponseFactory(kept, builder.retryAfter);
  }

  ApiResponse handle(ApiRequest request, Identified.Known known, Context context) {
    Instant begun = platform.clock().instant();
    Request delivery = delivery(known, context, begun);
    Exchange exchange = new Exchange(request, handler, meaning, kept, stepResults);
    // Engines hold no state: one for each request, so that its exchange sees what is kept.
    Engine engine = new Engine(new EngineContext(settings, store, platform, exchange, observer));
    try {
      Outcome outcome = engine.execute(delivery, exchange);
      ApiResponse answer =
          answers.of(outcome, exchange, platform.clock().instant(), delivery.leaseUntil());
      return withExpiry(answer, outcome, begun);
    } catch (RuntimeException bug) {
      // For instance, effects that the store does not know. Logged without the message, which may
      // hold personal data.
      LOG.error("A request was not handled: {}", ErrorSummary.of(bug));
      return Problem.ATTEMPT_FAILED.response();
    } finally {
      flush();
    }
  }

  private ApiResponse withExpiry(ApiResponse answer, Outcome outcome, Instant begun) {
    return switch (outcome) {
      // The completion came later than that, so its record is kept a little longer.
      case Outcome.Executed ignored ->
          expiry.on(answer, WriteTimestamp.of(begun, settings.retention()).keptUntil());
      case Outcome.Duplicate(var ignored, Optional<Instant> keptUntil) ->
          keptUntil.map(until -> expiry.on(answer, until)).orElse(answer);
      default -> answer;
    };
  }

  private Request delivery(Identified.Known known, Context context, Instant begun) {
    Instant deadline = begun.plusMillis(Math.max(0, context.getRemainingTimeInMillis()));
    return new Request(
        known.key(),
        Optional.of(known.fingerprint()),
        deadline.minus(shutdownMargin),
        deadline,
        deadline.plus(leaseMargin));
  }

  private void flush() {
    try {
      observer.flush();
    } catch (Throwable thrown) {
      // Errors are caught too: the answer must not be lost because of a metric.
      LOG.warn("The observer failed at the end of a request", thrown);
    }
  }
}
