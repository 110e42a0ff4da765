package dev.effectivelyonce.benchmarks.standin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Answers the requests of DynamoDB's JSON protocol from memory, each after the time that AWS was
 * measured to take. It is no DynamoDB: it knows what the compared libraries ask, and refuses the
 * rest.
 */
public final class StandIn implements AutoCloseable {
  private static final int OK = 200;
  private static final int REFUSED = 400;

  private final ObjectMapper json = new ObjectMapper();
  private final Operations operations = new Operations();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Latency latency;
  private final HttpServer server;

  private StandIn(Latency latency, HttpServer server) {
    this.latency = latency;
    this.server = server;
  }

  /**
   * Starts one without tables on a free loopback port.
   *
   * @param scale of the times that answers take: 1 is that of AWS, 0 is none
   */
  public static StandIn start(double scale) {
    try {
      InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      StandIn standIn = new StandIn(new Latency(scale), HttpServer.create(address, 0));
      standIn.server.setExecutor(standIn.threads);
      standIn.server.createContext("/", standIn::serve);
      standIn.server.start();
      return standIn;
    } catch (IOException e) {
      throw new UncheckedIOException("The stand-in finds no port", e);
    }
  }

  /** The port at which it answers. */
  public int port() {
    return server.getAddress().getPort();
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      long startNanos = System.nanoTime();
      JsonNode request = json.readTree(exchange.getRequestBody());
      String target = String.valueOf(exchange.getRequestHeaders().getFirst("X-Amz-Target"));
      String operation = target.substring(target.indexOf('.') + 1);
      int status = OK;
      ObjectNode answer;
      try {
        answer = operations.answer(operation, request);
      } catch (Refusal e) {
        status = REFUSED;
        answer = e.body();
      }
      byte[] body = json.writeValueAsBytes(answer);
      await(time(operation, request).minusNanos(System.nanoTime() - startNanos));
      exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private Duration time(String operation, JsonNode request) {
    return switch (operation) {
      case "CreateTable", "DeleteTable", "Scan" -> Duration.ZERO;
      case "TransactWriteItems" -> latency.transaction(request.path("TransactItems").size());
      case "BatchExecuteStatement" -> latency.request(request.path("Statements").size());
      case "BatchGetItem" -> latency.request(keys(request));
      default -> latency.request(1);
    };
  }

  private static int keys(JsonNode request) {
    int keys = 0;
    for (JsonNode table : request.path("RequestItems")) {
      keys += table.path("Keys").size();
    }
    return keys;
  }

  private static void await(Duration duration) {
    if (!duration.isPositive()) {
      return;
    }
    try {
      Thread.sleep(duration);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
