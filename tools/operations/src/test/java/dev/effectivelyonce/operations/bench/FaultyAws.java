package dev.effectivelyonce.operations.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;

/**
 * Stands between a process and an engine, and lets its calls through until one of them. Then
 * something may happen, and it refuses every call from then on, as if the process had died, or its
 * credentials had expired.
 */
public final class FaultyAws implements AutoCloseable {
  /** What becomes of the last call that is let through. */
  public enum Last {
    /** It is refused. */
    REFUSED,
    /** It is carried out, and its answer is lost. */
    UNANSWERED,
    /** It is carried out and answered after what happens, and so are all calls after it. */
    ANSWERED
  }

  private static final Pattern RECEIPT = Pattern.compile("\"ReceiptHandle\" ?: ?\"([^\"]+)\"");
  private static final String EXPIRED =
      "{\"__type\":\"com.amazonaws.sqs#ExpiredTokenException\",\"message\":\"expired\"}";

  private final HttpClient client = HttpClient.newHttpClient();
  private final HttpServer server;
  private final URI engine;
  private final String verb;
  private final Last last;
  private final AtomicInteger left;
  private final List<String> receipts = new CopyOnWriteArrayList<>();
  private volatile String refusal = EXPIRED;
  private volatile int status = 403;
  private volatile boolean isBroken;
  private volatile Runnable event = () -> {};

  /** Refuses from the n-th call of a verb on; any verb is meant by an empty one. */
  public FaultyAws(URI engine, String verb, int call, Last last) {
    this.engine = engine;
    this.verb = verb;
    this.last = last;
    this.left = new AtomicInteger(call);
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::pass);
    server.start();
  }

  /** What it answers instead of the engine. */
  public FaultyAws refusing(int code, String body) {
    status = code;
    refusal = body;
    return this;
  }

  /** What happens at the last call: before it is carried out, unless its answer is lost. */
  public FaultyAws doing(Runnable action) {
    event = action;
    return this;
  }

  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Returns whether a call was refused. */
  public boolean isBroken() {
    return isBroken;
  }

  /** Five minutes pass, and what was received through it is visible again. */
  public void hidingEnds(Orders orders) {
    for (String receipt : Set.copyOf(receipts)) {
      ChangeMessageVisibilityBatchRequestEntry entry =
          ChangeMessageVisibilityBatchRequestEntry.builder()
              .id("1")
              .receiptHandle(receipt)
              .visibilityTimeout(0)
              .build();
      orders
          .aws
          .sqs()
          .changeMessageVisibilityBatch(
              request -> request.queueUrl(orders.deadLetters()).entries(entry));
    }
  }

  private void pass(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    String target =
        Optional.ofNullable(exchange.getRequestHeaders().getFirst("X-Amz-Target")).orElse("");
    boolean counts = target.endsWith(verb) && left.get() > 0;
    boolean isLast = counts && left.decrementAndGet() == 0;
    if (isLast && last != Last.UNANSWERED) {
      event.run();
    }
    if (isBroken || (isLast && last == Last.REFUSED)) {
      isBroken = true;
      answer(exchange, status, refusal.getBytes(StandardCharsets.UTF_8));
      return;
    }
    HttpResponse<byte[]> response = forwarded(exchange, target, body);
    if (isLast && last == Last.UNANSWERED) {
      event.run();
      isBroken = true;
      answer(exchange, status, refusal.getBytes(StandardCharsets.UTF_8));
      return;
    }
    RECEIPT
        .matcher(new String(response.body(), StandardCharsets.UTF_8))
        .results()
        .forEach(found -> receipts.add(found.group(1)));
    answer(exchange, response.statusCode(), response.body());
  }

  private HttpResponse<byte[]> forwarded(HttpExchange exchange, String target, byte[] body)
      throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(engine.resolve(exchange.getRequestURI()))
            .header("X-Amz-Target", target)
            .header("Content-Type", exchange.getRequestHeaders().getFirst("Content-Type"))
            .header("Authorization", exchange.getRequestHeaders().getFirst("Authorization"))
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static void answer(HttpExchange exchange, int code, byte[] body) throws IOException {
    exchange.getResponseHeaders().add("Content-Type", "application/x-amz-json-1.0");
    exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    client.close();
  }
}
