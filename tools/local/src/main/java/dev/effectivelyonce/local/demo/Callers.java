package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.demo.check.Answers;
import dev.effectivelyonce.local.demo.check.Reply;
import dev.effectivelyonce.local.demo.check.Reply.Source;
import dev.effectivelyonce.local.demo.plan.PlannedRequest;
import dev.effectivelyonce.local.demo.plan.PlannedRequest.Payload;
import dev.effectivelyonce.local.demo.plan.PlannedRequest.Way;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Callers of the payments API. Each sends its request, with the same key, until it has an answer
 * that ends it. Safe for many threads, each of which is one of them.
 */
final class Callers implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration LITTLE_PATIENCE = Duration.ofMillis(300);

  /** Many times what it takes; without it what fails for ever would hold up all the others. */
  private static final Duration GIVES_UP_AFTER = Duration.ofMinutes(2);

  private static final Duration PAUSE = Duration.ofMillis(200);

  private static final Logger LOG = LoggerFactory.getLogger(Callers.class);

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI payments;
  private final Clock clock;
  private final Queue<Errand> errands = new ConcurrentLinkedQueue<>();
  private final Queue<Reply> replies = new ConcurrentLinkedQueue<>();
  private final Queue<Integer> unheard = new ConcurrentLinkedQueue<>();

  /**
   * @param payments where payments are posted
   */
  Callers(URI payments, List<PlannedRequest> requests, Clock clock) {
    this.payments = payments;
    this.clock = clock;
    requests.forEach(request -> errands.add(() -> call(request)));
  }

  /** Something to do for a caller. */
  private interface Errand {
    void run() throws InterruptedException;
  }

  /** What came back. */
  private record Heard(Optional<Reply> reply, Duration pause) {
    boolean isEnd() {
      return reply.filter(Reply::isEnd).isPresent();
    }
  }

  /** Does what is to do, as one caller, until nothing is left. */
  void run() throws InterruptedException {
    for (Errand errand = errands.poll(); errand != null; errand = errands.poll()) {
      errand.run();
    }
  }

  /** Returns the answers that the callers got until now. */
  Answers answers() {
    return new Answers(List.copyOf(replies), List.copyOf(unheard));
  }

  @Override
  public void close() {
    client.shutdownNow();
  }

  private void call(PlannedRequest request) throws InterruptedException {
    Duration patience = request.way() == Way.HANGS_UP ? LITTLE_PATIENCE : PATIENCE;
    CompletableFuture<HttpResponse<String>> first = send(request, Payload.OWN, patience);
    if (request.way() == Way.AT_ONCE) {
      CompletableFuture<HttpResponse<String>> second = send(request, Payload.OWN, PATIENCE);
      untilAnswered(request, Payload.OWN, first);
      untilAnswered(request, Payload.OWN, second);
    } else {
      untilAnswered(request, Payload.OWN, first);
    }
    switch (request.way()) {
      case LATER -> errands.add(() -> again(request, Payload.OWN));
      case REUSED -> errands.add(() -> again(request, Payload.OTHER));
      case ONCE, AT_ONCE, HANGS_UP -> {}
    }
  }

  private void again(PlannedRequest request, Payload payload) throws InterruptedException {
    untilAnswered(request, payload, send(request, payload, PATIENCE));
  }

  private void untilAnswered(
      PlannedRequest request, Payload payload, CompletableFuture<HttpResponse<String>> first)
      throws InterruptedException {
    Instant givesUpAt = clock.instant().plus(GIVES_UP_AFTER);
    Heard heard = hear(request, payload, first);
    while (!heard.isEnd() && clock.instant().isBefore(givesUpAt)) {
      Thread.sleep(heard.pause());
      heard = hear(request, payload, send(request, payload, PATIENCE));
    }
  }

  private CompletableFuture<HttpResponse<String>> send(
      PlannedRequest request, Payload payload, Duration patience) {
    HttpRequest.Builder post =
        HttpRequest.newBuilder(payments)
            .timeout(patience)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(request.body(payload)));
    request.keyHeader().ifPresent(key -> post.header("Idempotency-Key", key));
    request.simulate().ifPresent(fault -> post.header("simulate", fault));
    return client.sendAsync(post.build(), BodyHandlers.ofString());
  }

  private Heard hear(
      PlannedRequest request, Payload payload, CompletableFuture<HttpResponse<String>> sending)
      throws InterruptedException {
    try {
      HttpResponse<String> response = sending.get();
      Source source =
          response.headers().firstValue("Idempotent-Replayed").isPresent()
              ? Source.REPLAYED
              : Source.FIRST;
      Reply reply =
          new Reply(request.number(), payload, response.statusCode(), source, response.body());
      replies.add(reply);
      return new Heard(Optional.of(reply), pause(response));
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof IOException cut)) {
        throw new LocalRunnerException("A request could not be sent: " + e.getCause(), e);
      }
      LOG.debug("Sending again: {}", cut.getMessage());
      unheard.add(request.number());
      return new Heard(Optional.empty(), PAUSE);
    }
  }

  private static Duration pause(HttpResponse<String> response) {
    return response
        .headers()
        .firstValue("Retry-After")
        .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
        .orElse(PAUSE);
  }
}
