package dev.effectivelyonce.http;

import dev.effectivelyonce.core.engine.ResultSerializer;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import java.util.Optional;
import java.util.function.Function;

/** A request that goes through the handler, and the handler's answer. Not thread-safe. */
final class Exchange implements Handler, ResultSerializer {
  private final ApiRequest request;
  private final ApiHandler handler;
  private final Function<ApiResponse, ResponseClassification> meaning;
  private final StoredResponses kept;
  private final ResultSerializer stepResults;
  private Optional<ApiResponse> done = Optional.empty();
  private Optional<ApiResponse> notDone = Optional.empty();
  private boolean isInDoubt;

  Exchange(
      ApiRequest request,
      ApiHandler handler,
      Function<ApiResponse, ResponseClassification> meaning,
      StoredResponses kept,
      ResultSerializer stepResults) {
    this.request = request;
    this.handler = handler;
    this.meaning = meaning;
    this.kept = kept;
    this.stepResults = stepResults;
  }

  /** Returns the answer that counts once the request is recorded as done, if there is one. */
  Optional<ApiResponse> done() {
    return done;
  }

  /** Returns the answer which says that the request is not done, if there is one. */
  Optional<ApiResponse> notDone() {
    return notDone;
  }

  /**
   * Returns whether the handler ran and nobody knows what it did: it threw, returned null or work
   * that is not over, or what it answered has no meaning. Asked where the request is not done.
   */
  boolean isInDoubt() {
    return isInDoubt;
  }

  @Override
  public HandlerResult handle(Attempt attempt) throws Exception {
    isInDoubt = true;
    HandlerResult result = judged(handler.handle(request, attempt));
    // The engine refuses null, and an answer whose work may still go on.
    isInDoubt = result == null || result instanceof HandlerResult.Completed;
    return result;
  }

  private HandlerResult judged(HandlerResult result) {
    return switch (result) {
      case HandlerResult.Completed(Optional<Object> value)
          when value.orElse(null) instanceof ApiResponse response ->
          completed(response, result);
      case HandlerResult.Committing(Effects ignored, Optional<Object> value)
          when value.orElse(null) instanceof ApiResponse response ->
          committing(response, result);
      case null, default -> result;
    };
  }

  private HandlerResult completed(ApiResponse response, HandlerResult completed) {
    return switch (meaning.apply(response)) {
      case DONE -> done(response, completed);
      case NOTHING_HAPPENED -> nothingHappened(response);
      case UNKNOWN -> {
        notDone = Optional.of(response);
        throw new UnknownOutcomeException(response.status());
      }
    };
  }

  /** Returns the result to commit: the effects have not happened yet, so nothing is unknown. */
  private HandlerResult committing(ApiResponse response, HandlerResult committing) {
    return meaning.apply(response) == ResponseClassification.DONE
        ? done(response, committing)
        : nothingHappened(response);
  }

  private HandlerResult done(ApiResponse response, HandlerResult result) {
    done = Optional.of(response);
    return result;
  }

  /** {@inheritDoc} An answer that counts is the caller's; any other takes its effects back. */
  @Override
  public Optional<Unsuccessful> refusal(Object yielded) {
    if (!(yielded instanceof ApiResponse response)) {
      return Optional.empty();
    }
    if (meaning.apply(response) != ResponseClassification.DONE) {
      return Optional.of(nothingHappened(response));
    }
    done = Optional.of(response);
    return Optional.empty();
  }

  private Unsuccessful nothingHappened(ApiResponse response) {
    notDone = Optional.of(response);
    return HandlerResult.retry("Nothing happened: the handler answered " + response.status());
  }

  @Override
  public String serialize(Object value) throws Exception {
    return value instanceof ApiResponse response
        ? kept.write(response)
        : stepResults.serialize(value);
  }

  @Override
  public <T> T deserialize(String text, Class<T> type) throws Exception {
    return stepResults.deserialize(text, type);
  }

  @Override
  public Optional<String> whyNeverKept(Class<?> type) {
    return stepResults.whyNeverKept(type);
  }
}
