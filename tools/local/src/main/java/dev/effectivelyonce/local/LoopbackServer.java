package dev.effectivelyonce.local;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server of HTTP on a free loopback port, with a virtual thread for each request. */
public final class LoopbackServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private LoopbackServer(HttpServer server) {
    this.server = server;
    server.setExecutor(threads);
  }

  static {
    // Without it answers wait 40 ms for the client's acknowledgement. The server reads it once.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  /**
   * Takes a port. Requests wait until {@link #start}.
   *
   * @param whose who has no port, if there is none
   * @throws LocalRunnerException if there is none
   */
  public static LoopbackServer open(String whose) {
    try {
      return new LoopbackServer(
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    } catch (IOException e) {
      throw new LocalRunnerException(whose + " found no port to listen on", e);
    }
  }

  /** Has the requests of a path, and of all below it, handled. */
  public LoopbackServer at(String path, HttpHandler handler) {
    server.createContext(path, handler);
    return this;
  }

  /** Starts to answer. */
  public LoopbackServer start() {
    server.start();
    return this;
  }

  /** Returns its host and port. */
  public String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  /** Answers a request. */
  public static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
