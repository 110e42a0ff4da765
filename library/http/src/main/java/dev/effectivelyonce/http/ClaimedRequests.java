package dev.effectivelyonce.http;

import com.amazonaws.services.lambda.runtime.Context;
import com.fasterxml.jackson.core.JsonFactory;
import dev.effectivelyonce.core.engine.Engine;
import dev.effectivelyonce.core.engine.EngineContext;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.engine.Margins;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.http.RequestIdentity.Identified;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the handler for requests with a key, each under its claim. */
final class ClaimedRequests {
  private static final Logger LOG = LoggerFactory.getLogger(HttpApi.class);

  private final EngineContext context;
  private final Margins margins;
  private final ApiHandler handler;
  private final Function<ApiResponse, ResponseClassification> meaning;
  private final StoredResponses kept;
  private final ResponseFactory answers;
  private final ExpiryHeader expiry;

  ClaimedRequests(
      HttpApiBuilder builder, EngineContext context, Margins margins, ApiHandler handler) {
    this.context = context;
    this.margins = margins;
    this.handler = handler;
    this.meaning = builder.meaning;
    this.kept =
        new StoredResponses(
            new JsonFactory(), builder.keptHeaders, context.settings().maxResultBytes());
    this.expiry = builder.expiry;
    this.answers = new ResponseFactory(kept, builder.retryAfter);
  }

  ApiResponse handle(ApiRequest request, Identified.Known known, Context lambda) {
    Instant begun = now();
    Request delivery = delivery(known, lambda, begun);
    Exchange exchange = new Exchange(request, handler, meaning, kept, context.serializer());
    // Engines hold no state: one for each request, so that its exchange sees what is kept.
    Engine engine = new Engine(context.with(exchange));
    try {
      Outcome outcome = engine.execute(delivery, exchange);
      ApiResponse answer = answers.of(outcome, exchange, now(), delivery.leaseUntil());
      return withExpiry(answer, outcome, begun);
    } catch (Throwable bug) {
      FatalProcessError.throwIfShownBy(bug);
      // For instance, one of the store. Logged without the message, which may hold personal data.
      LOG.error("A request was not handled: {}", ErrorSummary.of(bug));
      return Problem.ATTEMPT_FAILED.response();
    } finally {
      context.flush();
    }
  }

  private Instant now() {
    return context.platform().clock().instant();
  }

  private ApiResponse withExpiry(ApiResponse answer, Outcome outcome, Instant begun) {
    return switch (outcome) {
      // The completion came later than that, so its record is kept a little longer.
      case Outcome.Executed ignored ->
          expiry.on(answer, WriteTimestamp.of(begun, context.settings().retention()).keptUntil());
      case Outcome.Duplicate(var ignored, Optional<Instant> keptUntil) ->
          keptUntil.map(until -> expiry.on(answer, until)).orElse(answer);
      default -> answer;
    };
  }

  private Request delivery(Identified.Known known, Context lambda, Instant begun) {
    Instant deadline = begun.plusMillis(Math.max(0, lambda.getRemainingTimeInMillis()));
    return new Request(
            known.key(), margins.startUntil(deadline), deadline, margins.leaseUntil(deadline))
        .withFingerprint(Optional.of(known.fingerprint()));
  }
}
