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
import java.util.concurrent.Executors;

/** Stands in for a service of AWS, or before one, on a free port of loopback. */
abstract class LoopbackService implements AutoCloseable {
  /** What it answers. */
  record Answer(int status, String body) {}

  static {
    // Else an answer waits 40 ms for the client's acknowledgement of its head.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final HttpClient client = HttpClient.newHttpClient();
  private final HttpServer server;

  LoopbackService() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::pass);
    server.start();
  }

  /** Where it answers. */
  public final URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private void pass(HttpExchange exchange) throws IOException {
    try (exchange) {
      Answer answer =
          answer(
              exchange, header(exchange, "X-Amz-Target"), exchange.getRequestBody().readAllBytes());
      exchange.getResponseHeaders().add("Content-Type", "application/x-amz-json-1.0");
      byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  /**
   * Answers a request.
   *
   * @param target what is called, in the JSON protocols; else empty
   */
  abstract Answer answer(HttpExchange exchange, String target, byte[] body) throws IOException;

  /** What an engine answers. */
  final Answer forwarded(URI engine, HttpExchange exchange, byte[] body) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(engine.resolve(exchange.getRequestURI()))
            .version(HttpClient.Version.HTTP_1_1)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    for (String name : List.of("X-Amz-Target", "X-Amz-Date", "Authorization", "Content-Type")) {
      request.header(name, header(exchange, name));
    }
    try {
      HttpResponse<String> answer =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      return new Answer(answer.statusCode(), answer.body());
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static String header(HttpExchange exchange, String name) {
    return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name)).orElse("");
  }

  @Override
  public final void close() {
    server.stop(0);
    client.close();
  }
}
