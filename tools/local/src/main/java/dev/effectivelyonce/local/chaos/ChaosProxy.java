package dev.effectivelyonce.local.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import dev.effectivelyonce.local.LoopbackServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Stands before one engine, on a free loopback port, and does to calls what the dice say. */
record ChaosProxy(
    LoopbackServer server,
    HttpClient client,
    URI engine,
    Service service,
    Chaos chaos,
    FaultDice dice)
    implements AutoCloseable {
  private static final Set<String> OF_THE_CONNECTION =
      Set.of("connection", "content-length", "expect", "host", "transfer-encoding", "upgrade");

  static ChaosProxy start(URI engine, Service service, Chaos chaos, FaultDice dice) {
    LoopbackServer server = LoopbackServer.open("The chaos proxy");
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    ChaosProxy proxy = new ChaosProxy(server, client, engine, service, chaos, dice);
    server.at("/", proxy::handle).start();
    return proxy;
  }

  URI endpoint() {
    return URI.create("http://" + server.address());
  }

  @Override
  public void close() {
    server.close();
    client.shutdownNow();
  }

  /** Closed without an answer, an exchange takes its connection along. */
  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] request = exchange.getRequestBody().readAllBytes();
      String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
      Call call = Call.of(target == null ? "" : target, request);
      Set<Fault> possible = chaos.possible(service, call);
      Optional<Fault> fault = possible.isEmpty() ? Optional.empty() : dice.next(possible);
      if (fault.isEmpty()) {
        answer(exchange, forward(exchange, request));
      } else {
        carryOut(fault.get(), call, exchange, request);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void carryOut(Fault fault, Call call, HttpExchange exchange, byte[] request)
      throws IOException, InterruptedException {
    boolean isForwarded = fault == Fault.DUPLICATE || fault == Fault.CUT;
    Optional<JsonNode> lost = isForwarded ? done(forward(exchange, request)) : Optional.empty();
    chaos.happened(service, call, fault, lost);
    switch (fault) {
      case DROP, CUT -> {}
      case THROTTLE -> refuse(exchange);
      case DELAY -> {
        Thread.sleep(dice.delay());
        answer(exchange, forward(exchange, request));
      }
      case DUPLICATE -> answer(exchange, forward(exchange, request));
    }
  }

  private HttpResponse<byte[]> forward(HttpExchange exchange, byte[] request)
      throws IOException, InterruptedException {
    HttpRequest.Builder forwarded =
        HttpRequest.newBuilder(engine.resolve(exchange.getRequestURI()))
            .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(request));
    withoutThoseOfTheConnection(exchange.getRequestHeaders())
        .forEach((name, values) -> values.forEach(value -> forwarded.header(name, value)));
    return client.send(forwarded.build(), BodyHandlers.ofByteArray());
  }

  private static Map<String, List<String>> withoutThoseOfTheConnection(
      Map<String, List<String>> headers) {
    Map<String, List<String>> others = new HashMap<>(headers);
    others.keySet().removeIf(name -> OF_THE_CONNECTION.contains(name.toLowerCase(Locale.ROOT)));
    return others;
  }

  /** The engine's answer, where it has done what was asked. */
  private static Optional<JsonNode> done(HttpResponse<byte[]> response) {
    return Optional.of(response)
        .filter(it -> it.statusCode() == 200)
        .map(it -> Call.json(it.body()));
  }

  private static void answer(HttpExchange exchange, HttpResponse<byte[]> response)
      throws IOException {
    exchange.getResponseHeaders().putAll(withoutThoseOfTheConnection(response.headers().map()));
    LoopbackServer.answer(exchange, response.statusCode(), response.body());
  }

  private void refuse(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
    LoopbackServer.answer(
        exchange,
        400,
        "{\"__type\":\"%s\",\"message\":\"Too many calls\"}"
            .formatted(service.throttling())
            .getBytes(UTF_8));
  }
}
