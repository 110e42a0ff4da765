package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.local.LocalRunnerException;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Callers of the payments API. Each sends its request, with the same key, until it has an answer
 * that ends it. Safe for many threads, each of which is one of them.
 */
final class Callers implements AutoCloseable {
  private static final Duration LITTLE_PATIENCE = Duration.ofMillis(300);

  private static final Duration PAUSE = Duration.ofMillis(200);

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI payments;
  private final Duration patience;
  private final Queue<PlannedRequest> waiting;
  private final Queue<Reply> replies = new ConcurrentLinkedQueue<>();
  private final AtomicInteger answered = new AtomicInteger();

  /**
   * @param payments where payments are posted
   * @param patience how long a caller waits for an answer; longer than a function may take, so that
   *     callers hear of one that was ended
   */
  Callers(URI payments, List<PlannedRequest> requests, Duration patience) {
    this.payments = payments;
    this.patience = patience;
    this.waiting = new ConcurrentLinkedQueue<>(requests);
  }

  /** Calls as one caller, until no request is left. */
  void run() throws InterruptedException {
    for (PlannedRequest next = waiting.poll(); next != null; next = waiting.poll()) {
      call(next);
    }
  }

  /** Returns the answers that the callers got until now, and those that never came. */
  List<Reply> replies() {
    return List.copyOf(replies);
  }

  /** Returns how many last answers they got until now. */
  int answered() {
    return answered.get();
  }

  @Override
  public void close() {
    client.shutdownNow();
  }

  private void call(PlannedRequest request) throws InterruptedException {
    Duration first = request.way() == Way.HANGS_UP ? LITTLE_PATIENCE : patience;
    List<CompletableFuture<HttpResponse<String>>> atOnce = new ArrayList<>();
    atOnce.add(send(request, Payload.OWN, first));
    if (request.way() == Way.AT_ONCE) {
      atOnce.add(send(request, Payload.OWN, patience));
    }
    for (CompletableFuture<HttpResponse<String>> sending : atOnce) {
      untilAnswered(request, Payload.OWN, sending);
    }
    if (request.way() == Way.LATER) {
      again(request, Payload.OWN);
    } else if (request.way() == Way.REUSED) {
      again(request, Payload.OTHER);
    }
  }

  private void again(PlannedRequest request, Payload payload) throws InterruptedException {
    untilAnswered(request, payload, send(request, payload, patience));
  }

  private void untilAnswered(
      PlannedRequest request, Payload payload, CompletableFuture<HttpResponse<String>> first)
      throws InterruptedException {
    Optional<HttpResponse<String>> response = heard(first);
    Reply reply = reply(request, payload, response);
    while (!reply.isEnd()) {
      Thread.sleep(pause(response));
      response = heard(send(request, payload, patience));
      reply = reply(request, payload, response);
    }
    answered.incrementAndGet();
  }

  private CompletableFuture<HttpResponse<String>> send(
      PlannedRequest request, Payload payload, Duration timeout) {
    HttpRequest.Builder post =
        HttpRequest.newBuilder(payments)
            .timeout(timeout)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(request.body(payload)));
    if (request.way() != Way.WITHOUT_KEY) {
      post.header("Idempotency-Key", request.event().key());
    }
    request.event().kind().simulate().ifPresent(fault -> post.header("simulate", fault));
    return client.sendAsync(post.build(), BodyHandlers.ofString());
  }

  /** Notes what came back. */
  private Reply reply(
      PlannedRequest request, Payload payload, Optional<HttpResponse<String>> response) {
    boolean isReplayed = header(response, "Idempotent-Replayed").isPresent();
    Reply reply =
        new Reply(
            request.number(),
            payload,
            response.map(HttpResponse::statusCode).orElse(Reply.UNHEARD),
            isReplayed ? Source.REPLAYED : Source.FIRST,
            response.map(HttpResponse::body).orElse(""));
    replies.add(reply);
    return reply;
  }

  private static Optional<HttpResponse<String>> heard(
      CompletableFuture<HttpResponse<String>> sending) throws InterruptedException {
    try {
      return Optional.of(sending.get());
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof IOException)) {
        throw new LocalRunnerException("A request could not be sent: " + e.getCause(), e);
      }
      return Optional.empty();
    }
  }

  private static Duration pause(Optional<HttpResponse<String>> response) {
    return header(response, "Retry-After")
        .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
        .orElse(PAUSE);
  }

  private static Optional<String> header(Optional<HttpResponse<String>> response, String name) {
    return response.flatMap(it -> it.headers().firstValue(name));
  }
}
