package dev.effectivelyonce.local.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import dev.effectivelyonce.local.LoopbackServer;
import java.io.IOException;
import java.util.Map;

/** The Lambda Runtime API of one environment, on a free loopback port. */
record RuntimeApi(LoopbackServer server, RuntimeApi.Calls calls) implements AutoCloseable {
  private static final String ROOT = "/2018-06-01/runtime/";

  /** Of Lambda's own API: a watch asks there whether its event sources are read. */
  private static final String MAPPINGS = "/2015-03-31/event-source-mappings/";

  /** What the process asks and tells. */
  interface Calls {
    /** Waits for the next event. */
    Next next() throws InterruptedException;

    void succeeded(String requestId, String payload);

    void failed(String requestId, String error);

    void notInitialized(String error);
  }

  /** The next event and the headers that go with it. */
  record Next(String event, Map<String, String> headers) {}

  static RuntimeApi start(Calls calls) {
    RuntimeApi api = new RuntimeApi(LoopbackServer.open("The Runtime API"), calls);
    api.server.at(ROOT, api::handle).at(MAPPINGS, RuntimeApi::describeMapping).start();
    return api;
  }

  String address() {
    return server.address();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String[] path = exchange.getRequestURI().getPath().substring(ROOT.length()).split("/", -1);
      switch (String.join("/", path)) {
        case "invocation/next" -> next(exchange);
        // Asked where a snapshot would be taken: there is none, so it goes on at once.
        case "restore/next" -> exchange.sendResponseHeaders(200, -1);
        default -> exchange.sendResponseHeaders(told(exchange, path) ? 202 : 404, -1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The runner reads each event source of its template until it ends. */
  private static void describeMapping(HttpExchange exchange) throws IOException {
    try (exchange) {
      String id = exchange.getRequestURI().getPath().substring(MAPPINGS.length());
      byte[] mapping = "{\"UUID\":\"%s\",\"State\":\"Enabled\"}".formatted(id).getBytes(UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      LoopbackServer.answer(exchange, 200, mapping);
    }
  }

  private boolean told(HttpExchange exchange, String[] path) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    switch (String.join("/", path[0], path[path.length - 1])) {
      case "invocation/response" -> calls.succeeded(path[1], body);
      case "invocation/error" -> calls.failed(path[1], body);
      case "init/error", "restore/error" -> calls.notInitialized(body);
      default -> {
        return false;
      }
    }
    return true;
  }

  private void next(HttpExchange exchange) throws IOException, InterruptedException {
    Next next = calls.next();
    next.headers().forEach(exchange.getResponseHeaders()::set);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    LoopbackServer.answer(exchange, 200, next.event().getBytes(UTF_8));
  }

  @Override
  public void close() {
    server.close();
  }
}
