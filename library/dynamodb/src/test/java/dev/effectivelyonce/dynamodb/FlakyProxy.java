package dev.effectivelyonce.dynamodb;

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
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * An HTTP proxy on loopback in front of DynamoDB Local, which spoils requests as scripted. One for
 * all tests: each begins it anew.
 */
final class FlakyProxy {
  private static final Set<String> HOP_BY_HOP = Set.of("connection", "content-length", "host");
  private static final FlakyProxy ONLY = new FlakyProxy();

  private interface Behaviour {
    void handle(HttpExchange exchange) throws IOException, InterruptedException;
  }

  private final HttpClient upstream = HttpClient.newHttpClient();
  private final Queue<Behaviour> script = new ConcurrentLinkedQueue<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final HttpServer server;
  private final DynamoDbClient client;
  private CountDownLatch ending = new CountDownLatch(1);

  private FlakyProxy() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::handle);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
    client = LocalDynamoDb.client(endpoint(), LocalDynamoDb.PATIENT);
  }

  /** Returns the proxy without script and count, and ends what an earlier test lets wait. */
  static FlakyProxy anew() {
    ONLY.ending.countDown();
    ONLY.ending = new CountDownLatch(1);
    ONLY.clear();
    ONLY.requests.set(0);
    return ONLY;
  }

  /** Spoils no further request. */
  void clear() {
    script.clear();
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** A patient client whose requests go through the proxy. */
  DynamoDbClient client() {
    return client;
  }

  /** How many requests came. */
  int requests() {
    return requests.get();
  }

  /** The next request is carried out, but its answer never comes: the connection is cut. */
  void loseNextAnswer() {
    script.add(
        exchange -> {
          forward(exchange);
          exchange.close();
        });
  }

  /** The next requests pass, before what is scripted after. */
  void passNext(int times) {
    Stream.generate(() -> (Behaviour) this::pass).limit(times).forEach(script::add);
  }

  /** The next requests are answered by an error of DynamoDB. */
  void answerNext(int times, int status, String code, String message) {
    String body =
        "{\"__type\":\"com.amazonaws.dynamodb.v20120810#%s\",\"message\":\"%s\"}"
            .formatted(code, message);
    answerNext(times, status, body);
  }

  /** The next requests are not carried out, but answered by this. */
  void answerNext(int times, int status, String body) {
    Stream.generate(() -> (Behaviour) exchange -> answer(exchange, status, body))
        .limit(times)
        .forEach(script::add);
  }

  /** The next requests are carried out, but not answered until another test begins. */
  void answerNextTooLate(int times) {
    CountDownLatch anotherTest = ending;
    Behaviour late =
        exchange -> {
          HttpResponse<byte[]> response = forward(exchange);
          anotherTest.await();
          send(exchange, response.statusCode(), response.body());
        };
    Stream.generate(() -> late).limit(times).forEach(script::add);
  }

  private void handle(HttpExchange exchange) throws IOException {
    requests.incrementAndGet();
    Behaviour behaviour = script.poll();
    try {
      (behaviour == null ? (Behaviour) this::pass : behaviour).handle(exchange);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private void pass(HttpExchange exchange) throws IOException, InterruptedException {
    HttpResponse<byte[]> response = forward(exchange);
    send(exchange, response.statusCode(), response.body());
  }

  private HttpResponse<byte[]> forward(HttpExchange exchange)
      throws IOException, InterruptedException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(LocalDynamoDb.endpoint())
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    exchange.getRequestHeaders().entrySet().stream()
        .filter(header -> !HOP_BY_HOP.contains(header.getKey().toLowerCase(Locale.ROOT)))
        .collect(Collectors.toMap(h -> h.getKey(), h -> h.getValue().getFirst()))
        .forEach(request::header);
    return upstream.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    exchange.getRequestBody().readAllBytes();
    send(exchange, status, body.getBytes(StandardCharsets.UTF_8));
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.getResponseHeaders().add("Content-Type", "application/x-amz-json-1.0");
    exchange.sendResponseHeaders(status, body.length);
    try (exchange) {
      exchange.getResponseBody().write(body);
    }
  }
}
