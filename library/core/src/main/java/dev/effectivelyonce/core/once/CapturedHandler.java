package dev.effectivelyonce.core.once;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.ResultSerializer;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.StoredResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * The handler of one call, which remembers what it returned or threw. Not thread-safe: the engine
 * runs it on the caller's thread.
 */
final class CapturedHandler implements Handler {
  private final Handler handler;
  private Optional<Object> value = Optional.empty();
  private Optional<Throwable> thrown = Optional.empty();

  CapturedHandler(Handler handler) {
    this.handler = handler;
  }

  @Override
  public HandlerResult handle(Attempt attempt) throws Exception {
    value = Optional.empty();
    thrown = Optional.empty();
    try {
      HandlerResult result = handler.handle(attempt);
      // A null is the engine's to judge.
      value = Objects.isNull(result) ? Optional.empty() : valueOf(result);
      return result;
    } catch (Throwable caught) {
      thrown = Optional.of(caught);
      throw caught;
    }
  }

  private static Optional<Object> valueOf(HandlerResult result) {
    return switch (result) {
      case HandlerResult.Completed(Optional<Object> returned) -> returned;
      case HandlerResult.Committing(var ignored, Optional<Object> returned) -> returned;
      case HandlerResult.Unsuccessful ignored -> Optional.empty();
    };
  }

  /**
   * Returns the result of an event that is done.
   *
   * @param leaseUntil the longest lease of this call's claim
   * @throws NotDoneException if it is not
   */
  <T> OnceResult<T> result(
      Outcome outcome, Class<T> type, ResultSerializer results, Instant now, Instant leaseUntil) {
    return switch (outcome) {
      case Outcome.Executed(StoredResult kept, int ignored) ->
          value
              .<OnceResult<T>>map(it -> new OnceResult.Ran<>(Optional.of(type.cast(it))))
              .orElseGet(() -> read(kept, type, results, OnceResult.Ran::new));
      case Outcome.Duplicate(StoredResult kept, Optional<Instant> until) ->
          read(kept, type, results, value -> new OnceResult.RanBefore<>(value, until));
      case Outcome.Failed(ErrorSummary why, int ignored) -> throw failed(why, outcome);
      case Outcome.AlreadyFailed(ErrorSummary why) -> throw failed(why, outcome);
      case Outcome.Held held -> throw new HeldException(held, thrown.orElse(null));
      case Outcome.KeyReused ignored ->
          throw new FailedException(
              "The key came with another fingerprint before",
              "Let the caller choose a key for each event",
              outcome);
      case Outcome.InFlight(Instant until) ->
          throw again("Another call of the key is running", outcome, until(now, until));
      case Outcome.Released(ErrorSummary why, Optional<Duration> delay, int ignored) ->
          throw again("The event is not done: " + why, outcome, delay);
      case Outcome.NotStarted(Outcome.Reason reason) ->
          throw again("The code did not start: " + reason, outcome, Optional.empty());
      case Outcome.Superseded ignored ->
          throw again("Another call took the event over", outcome, Optional.empty());
      case Outcome.StoreFailed(var cause) ->
          throw new TryAgainException(
              "The code did not start: " + cause.problem(), outcome, Optional.empty(), cause);
      case Outcome.Unrecorded(var cause, int ignored) ->
          throw new TryAgainException(
              "The code ran, and its end was not recorded: " + cause.problem(),
              outcome,
              until(now, leaseUntil),
              cause);
    };
  }

  private static Optional<Duration> until(Instant now, Instant end) {
    return Optional.of(Duration.between(now, end)).filter(Duration::isPositive);
  }

  /**
   * Returns a value from its kept form: that of an earlier call, or one that effects have yielded.
   * A text that can't be read counts as not kept. Thrown, it would let a done event be repeated.
   */
  private static <T> OnceResult<T> read(
      StoredResult kept,
      Class<T> type,
      ResultSerializer results,
      Function<Optional<T>, OnceResult<T>> done) {
    return switch (kept) {
      case StoredResult.None ignored -> done.apply(Optional.empty());
      case StoredResult.Omitted omitted -> new OnceResult.NotKept<>(omitted);
      case StoredResult.Text(String text) -> {
        try {
          yield done.apply(Optional.of(results.deserialize(text, type)));
        } catch (Throwable unreadable) {
          yield new OnceResult.NotKept<>(
              new StoredResult.Omitted(StoredResult.Reason.NOT_SERIALIZABLE, 0));
        }
      }
    };
  }

  private static FailedException failed(ErrorSummary why, Outcome outcome) {
    return new FailedException(
        "The event failed for good: " + why,
        "Remove the cause, settle the event for a retry, and call again",
        outcome);
  }

  private TryAgainException again(String problem, Outcome outcome, Optional<Duration> after) {
    return new TryAgainException(problem, outcome, after, thrown.orElse(null));
  }
}
