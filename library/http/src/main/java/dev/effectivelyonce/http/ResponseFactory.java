package dev.effectivelyonce.http;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.http.StoredResponses.Kept;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Maps the outcome of a request to its answer. */
final class ResponseFactory {
  private static final int NO_CONTENT = 204;
  private static final String REPLAYED = "idempotent-replayed";
  private static final String RETRY_AFTER = "retry-after";

  private final StoredResponses kept;
  private final Duration retryAfter;

  /**
   * @param retryAfter when callers should come back where nothing else says so
   */
  ResponseFactory(StoredResponses kept, Duration retryAfter) {
    this.kept = kept;
    this.retryAfter = retryAfter;
  }

  /**
   * @param leaseUntil the lease of the attempt that this request made
   */
  ApiResponse of(Outcome outcome, Exchange exchange, Instant now, Instant leaseUntil) {
    return switch (outcome) {
      case Outcome.Executed executed -> exchange.done().orElseGet(() -> kept(executed.result()));
      case Outcome.Duplicate duplicate -> replayed(kept(duplicate.result()));
      case Outcome.InFlight ignored -> later(Problem.IN_FLIGHT, retryAfter);
      // The answer of the attempt that took over counts.
      case Outcome.Superseded ignored -> later(Problem.IN_FLIGHT, retryAfter);
      case Outcome.Released released ->
          exchange.notDone().orElseGet(() -> released(released, exchange));
      case Outcome.Failed failed -> failed(failed.why());
      case Outcome.AlreadyFailed failed -> replayed(failed(failed.why()));
      case Outcome.Held ignored -> exchange.notDone().orElseGet(Problem.HELD::response);
      case Outcome.KeyReused ignored -> Problem.KEY_REUSED.response();
      case Outcome.NotStarted ignored -> later(Problem.NOT_STARTED, retryAfter);
      case Outcome.StoreFailed ignored -> later(Problem.NOT_STARTED, retryAfter);
      // The handler's answer is withheld, because a repetition would not find it.
      case Outcome.Unrecorded ignored ->
          later(Problem.UNRECORDED, Duration.between(now, leaseUntil));
    };
  }

  /** Hides the service's own mistakes, which only its log shows: callers can't correct them. */
  private static ApiResponse failed(ErrorSummary why) {
    return why.isRefused()
        ? Problem.REFUSED.response()
        : Problem.FAILED.response(Optional.of(why.text()));
  }

  private ApiResponse released(Outcome.Released released, Exchange exchange) {
    return exchange.isInDoubt()
        ? Problem.ATTEMPT_FAILED.response()
        : later(Problem.PUT_OFF, released.delay().orElse(retryAfter));
  }

  private ApiResponse kept(StoredResult result) {
    return switch (result) {
      case StoredResult.None ignored -> ApiResponse.of(NO_CONTENT);
      case StoredResult.Text(String text) ->
          kept.read(text).map(ResponseFactory::answer).orElseGet(Problem.ANSWER_NOT_KEPT::response);
      case StoredResult.Omitted ignored -> Problem.ANSWER_NOT_KEPT.response();
    };
  }

  private static ApiResponse answer(Kept kept) {
    return kept.omittedBytes().isPresent()
        ? Problem.ANSWER_NOT_KEPT.under(
            kept.answer(),
            Optional.of("Its content had " + kept.omittedBytes().getAsInt() + " bytes"))
        : kept.answer();
  }

  private static ApiResponse replayed(ApiResponse answer) {
    return answer.header(REPLAYED, "true");
  }

  /** Returns the problem with a wait in whole seconds, at least one. */
  private static ApiResponse later(Problem problem, Duration after) {
    long seconds = Math.max(1, after.plusMillis(999).toSeconds());
    return problem.response().header(RETRY_AFTER, Long.toString(seconds));
  }
}
