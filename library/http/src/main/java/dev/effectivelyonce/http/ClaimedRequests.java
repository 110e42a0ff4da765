package dev.effectivelyonce.http;

import com.fasterxml.jackson.core.JsonFactory;
import dev.effectivelyonce.core.engine.Engine;
import dev.effectivelyonce.core.engine.EngineContext;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.engine.Heartbeat;
import dev.effectivelyonce.core.engine.Margins;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.http.RequestIdentity.Identified;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles requests with a key, each once, as {@link HttpApi} does on Lambda. Each request brings
 * its handler. For a server of your own; create one instance for each consumer when the server
 * starts. It is safe for use by many threads.
 */
public final class ClaimedRequests {
  private static final Logger LOG = LoggerFactory.getLogger(HttpApi.class);

  private final EngineContext context;
  private final Margins margins;
  private final RequestIdentity identity;
  private final Function<ApiResponse, ResponseClassification> meaning;
  private final StoredResponses kept;
  private final ResponseFactory answers;
  private final ExpiryHeader expiry;
  private final Optional<Heartbeat> heartbeat;

  ClaimedRequests(
      HttpApiBuilder builder, EngineContext context, Margins margins, RequestIdentity identity) {
    this.context = context;
    this.margins = margins;
    this.identity = identity;
    this.meaning = builder.meaning;
    this.kept =
        new StoredResponses(
            new JsonFactory(), builder.keptHeaders, context.settings().maxResultBytes());
    this.expiry = builder.expiry;
    this.heartbeat = builder.heartbeat;
    this.answers = new ResponseFactory(kept, builder.retryAfter);
  }

  /**
   * Handles a request on the calling thread, unless it is done or runs elsewhere. It returns a
   * response whatever the handler or the store does.
   *
   * @param time how long the handler may take at most; its claim lasts as long, or as {@link
   *     HttpApiBuilder#heartbeat} says
   * @param handler the code that handles this request
   * @throws FatalProcessError if the process can't go on; the outcome of the handler is recorded
   */
  public ApiResponse handle(ApiRequest request, Duration time, ApiHandler handler) {
    if (!isReadable(request.body())) {
      return Problem.CONTENT_UNREADABLE.response();
    }
    return switch (identified(request)) {
      case Identified.Refused(ApiResponse answer) -> answer;
      case Identified.Known known -> claimed(request, known, time, handler);
    };
  }

  static boolean isReadable(ApiBody body) {
    return switch (body) {
      // Half of a surrogate pair has no bytes of its own: another content would be the same
      // request.
      case ApiBody.Text(String text) -> StandardCharsets.UTF_8.newEncoder().canEncode(text);
      case ApiBody.Base64 base64 -> isReadable(base64);
    };
  }

  private static boolean isReadable(ApiBody.Base64 body) {
    try {
      byte[] ignored = body.bytes();
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Refuses a request for which the functions that name its caller and fingerprint fail. */
  private Identified identified(ApiRequest request) {
    try {
      return identity.of(request);
    } catch (Throwable e) {
      FatalProcessError.throwIfShownBy(e);
      // Logged without the message, which may hold personal data.
      LOG.error(
          "A request's caller or fingerprint could not be determined: {}", ErrorSummary.of(e));
      return new Identified.Refused(Problem.REQUEST_UNREADABLE.response());
    }
  }

  private ApiResponse claimed(
      ApiRequest request, Identified.Known known, Duration time, ApiHandler handler) {
    Instant begun = now();
    Request delivery = delivery(known, begun.plus(time));
    Exchange exchange = new Exchange(request, handler, meaning, kept, context.serializer());
    // Engines hold no state: one for each request, so that its exchange sees what is kept.
    Engine engine = new Engine(context.with(exchange));
    try {
      Outcome outcome = engine.execute(delivery, exchange);
      Instant now = now();
      ApiResponse answer = answers.of(outcome, exchange, now, delivery.leaseFrom(now));
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

  private Request delivery(Identified.Known known, Instant deadline) {
    return new Request(
            known.key(), margins.startUntil(deadline), deadline, margins.leaseUntil(deadline))
        .withFingerprint(Optional.of(known.fingerprint()))
        .withHeartbeat(heartbeat);
  }
}
