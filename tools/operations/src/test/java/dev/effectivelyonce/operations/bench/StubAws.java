package dev.effectivelyonce.operations.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Answers over HTTP what a test has written down, for services that have no embedded engine: by a
 * part of the request's path, query or body; the first that fits.
 */
public final class StubAws implements AutoCloseable {
  private record Answer(int status, String body) {}

  private final Map<String, Answer> answers = new LinkedHashMap<>();
  private final HttpServer server;

  public StubAws() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::answer);
    server.start();
  }

  public StubAws on(String part, int status, String body) {
    answers.put(part, new Answer(status, body));
    return this;
  }

  public String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String request =
        URLDecoder.decode(exchange.getRequestURI().toString(), StandardCharsets.UTF_8)
            + " "
            + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Answer answer =
        answers.entrySet().stream()
            .filter(entry -> request.contains(entry.getKey()))
            .findFirst()
            .map(Map.Entry::getValue)
            .orElse(new Answer(404, "{}"));
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.status(), body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
