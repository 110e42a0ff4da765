package dev.effectivelyonce.http;

import dev.effectivelyonce.core.engine.ResultSerializer;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;

/** One request on its way through the handler, and what the handler answered. For one thread. */
final class Exchange implements Handler, ResultSerializer {
  private final HttpRequest request;
  private final HttpHandler handler;
  private final Function<HttpResponse, ResponseMeaning> meaning;
  private final KeptAnswers kept;
  private Optional<HttpResponse> answer = Optional.empty();
  private boolean threw;

  Exchange(
      HttpRequest request,
      HttpHandler handler,
      Function<HttpResponse, ResponseMeaning> meaning,
      KeptAnswers kept) {
    this.request = request;
    this.handler = handler;
    this.meaning = meaning;
    this.kept = kept;
  }

  /** What the handler answered, if it ran and did. */
  Optional<HttpResponse> answer() {
    return answer;
  }

  /** Whether the handler ended with an exception. */
  boolean threw() {
    return threw;
  }

  @Override
  public HandlerResult handle(Attempt attempt) throws Exception {
    HandlerResult result = run(attempt);
    answer = response(result);
    return answer.isPresent() ? ended(answer.get(), result) : result;
  }

  private static Optional<HttpResponse> response(HandlerResult result) {
    return result instanceof HandlerResult.Completed(Optional<Object> value)
        ? value.filter(HttpResponse.class::isInstance).map(HttpResponse.class::cast)
        : Optional.empty();
  }

  private HandlerResult run(Attempt attempt) throws Exception {
    try {
      return handler.handle(request, attempt);
    } catch (Throwable thrown) {
      threw = true;
      throw thrown;
    }
  }

  private HandlerResult ended(HttpResponse response, HandlerResult completed) {
    return switch (meaning.apply(response)) {
      case DONE -> completed;
      case NOTHING_HAPPENED ->
          HandlerResult.retry("Nothing happened: the handler answered " + response.status());
      case UNKNOWN -> throw new UnknownOutcomeException(response.status());
    };
  }

  /** Also of what a handler commits together with its effects. */
  @Override
  public String serialize(Object value) throws IOException {
    HttpResponse response = (HttpResponse) value;
    answer = Optional.of(response);
    return kept.write(response);
  }
}
