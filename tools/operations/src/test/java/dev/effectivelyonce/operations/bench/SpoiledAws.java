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
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** A service behind a proxy on loopback, which refuses an operation from some request on. */
public final class SpoiledAws implements AutoCloseable {
  private static final Set<String> HOP_BY_HOP = Set.of("connection", "content-length", "host");

  private record Spoiling(String operation, AtomicInteger left, String error) {}

  private final HttpClient upstream = HttpClient.newHttpClient();
  private final URI target;
  private final HttpServer server;
  private volatile Optional<Spoiling> spoiling = Optional.empty();

  public SpoiledAws(URI target) {
    this.target = target;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::answer);
    server.start();
  }

  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** From now on an operation is carried out so many times, and then refused. */
  public void refuseAfter(int times, String operation, String error) {
    spoiling = Optional.of(new Spoiling(operation, new AtomicInteger(times), error));
  }

  private void answer(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    String called =
        String.valueOf(exchange.getRequestHeaders().getFirst("X-Amz-Target"))
            .replaceAll(".*\\.", "");
    Optional<Spoiling> refused =
        spoiling
            .filter(it -> it.operation().equals(called))
            .filter(it -> it.left().getAndDecrement() <= 0);
    if (refused.isPresent()) {
      String error =
          "{\"__type\":\"com.amazon.coral.service#%s\",\"message\":\"refused\"}"
              .formatted(refused.get().error());
      send(exchange, 400, error.getBytes(StandardCharsets.UTF_8));
      return;
    }
    try {
      HttpResponse<byte[]> answer = forwarded(exchange, body);
      send(exchange, answer.statusCode(), answer.body());
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private HttpResponse<byte[]> forwarded(HttpExchange exchange, byte[] body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(target).POST(HttpRequest.BodyPublishers.ofByteArray(body));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (!HOP_BY_HOP.contains(name.toLowerCase(Locale.ROOT))) {
                request.header(name, values.getFirst());
              }
            });
    return upstream.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length);
    try (exchange) {
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    upstream.close();
  }
}
