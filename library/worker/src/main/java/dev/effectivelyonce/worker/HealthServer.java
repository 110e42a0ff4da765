package dev.effectivelyonce.worker;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.effectivelyonce.core.ConfigurationException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;

/** Tells a host over HTTP whether a worker lives and is ready. */
final class HealthServer implements AutoCloseable {
  private final HttpServer server;

  private HealthServer(HttpServer server) {
    this.server = server;
  }

  /**
   * @throws ConfigurationException if the address is not free
   */
  static HealthServer start(
      InetSocketAddress address, BooleanSupplier isLive, BooleanSupplier isReady) {
    try {
      HttpServer server = HttpServer.create(address, 0);
      server.createContext("/live", exchange -> answer(exchange, isLive));
      server.createContext("/ready", exchange -> answer(exchange, isReady));
      // A thread for each: a client that sends half a request must not keep others waiting.
      server.setExecutor(request -> Thread.ofVirtual().start(request));
      server.start();
      return new HealthServer(server);
    } catch (IOException e) {
      throw new ConfigurationException(
          "The address " + address + " of the health checks can't be used: " + e.getMessage(),
          "Set health(address) to a free port of this host");
    }
  }

  /** Returns the port, which the system chooses for port 0. */
  int port() {
    return server.getAddress().getPort();
  }

  private static void answer(HttpExchange exchange, BooleanSupplier holds) throws IOException {
    try (exchange) {
      boolean isGood = holds.getAsBoolean();
      byte[] body = (isGood ? "yes\n" : "no\n").getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(isGood ? 200 : 503, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
