package dev.effectivelyonce.cli.console;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.effectivelyonce.operations.problem.OperationException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.random.RandomGenerator;

/** Serves the console's pages on loopback, to one browser. */
final class ConsoleServer implements AutoCloseable {
  private static final int MOST_AT_ONCE = 16;
  static final String STYLE = "console.css";

  /** Nothing of a page is kept, framed, sent to others or run. */
  private static final Map<String, String> HEADERS =
      Map.of(
          "Cache-Control", "no-store",
          "Content-Security-Policy",
              "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none';"
                  + " frame-ancestors 'none'",
          "Cross-Origin-Opener-Policy", "same-origin",
          "Cross-Origin-Resource-Policy", "same-origin",
          "X-Content-Type-Options", "nosniff",
          "X-Frame-Options", "DENY");

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore places = new Semaphore(MOST_AT_ONCE);
  private final Access access;
  private final Door door;
  private final Pages pages;
  private final String style = resource(STYLE);

  private ConsoleServer(HttpServer server, Access access, Pages pages, RandomGenerator random) {
    this.server = server;
    this.access = access;
    this.pages = pages;
    this.door = new Door(server.getAddress().getPort(), access, random);
  }

  /**
   * Starts to serve.
   *
   * @param port of 127.0.0.1; 0: a free one
   * @param access how far its user may go
   * @param random makes the secrets
   * @throws OperationException if the port is taken
   */
  static ConsoleServer start(int port, Access access, Pages pages, RandomGenerator random) {
    try {
      InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
      HttpServer server = HttpServer.create(new InetSocketAddress(loopback, port), 0);
      ConsoleServer console = new ConsoleServer(server, access, pages, random);
      server.setExecutor(console.threads);
      server.createContext("/", console::handle);
      server.start();
      return console;
    } catch (BindException e) {
      throw OperationException.usage(
          "The port %s of 127.0.0.1 can't be used: %s".formatted(port, e.getMessage()),
          "Give another --port, or leave it out");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the address that opens the console once. */
  String address() {
    return door.address();
  }

  /** Returns when its thread is interrupted. */
  void serve() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Answer answer = answer(exchange);
      HEADERS.forEach(exchange.getResponseHeaders()::set);
      exchange.getResponseHeaders().set("Allow", access.methods);
      exchange.getResponseHeaders().set("Referrer-Policy", access.referrerPolicy);
      answer.headers().forEach(exchange.getResponseHeaders()::set);
      byte[] content = answer.content().getBytes(StandardCharsets.UTF_8);
      boolean isEmpty = content.length == 0 || exchange.getRequestMethod().equals("HEAD");
      exchange.sendResponseHeaders(answer.status(), isEmpty ? -1 : content.length);
      if (!isEmpty) {
        exchange.getResponseBody().write(content);
      }
    }
  }

  private Answer answer(HttpExchange exchange) throws IOException {
    Door.Verdict verdict =
        door.judge(
            exchange.getRequestMethod(), exchange.getRequestURI(), exchange.getRequestHeaders());
    return switch (verdict) {
      case Door.Verdict.Refused refused -> Answer.refusal(refused);
      case Door.Verdict.Welcome(String cookie, String address) ->
          new Answer(303, "", Map.of("Location", address, "Set-Cookie", cookie));
      case Door.Verdict.Admitted(String page) ->
          page.equals(STYLE) ? Answer.styleSheet(style) : page(page, exchange);
    };
  }

  private Answer page(String page, HttpExchange exchange) throws IOException {
    if (!places.tryAcquire()) {
      return Answer.refusal(
          new Door.Verdict.Refused(503, "Too many pages are asked for at once", "Open it again"));
    }
    try {
      return exchange.getRequestMethod().equals("POST")
          ? pages.sent(page, form(exchange))
          : pages.answer(page, Query.of(exchange.getRequestURI()));
    } finally {
      places.release();
    }
  }

  private static Query form(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readNBytes(Door.longestForm(exchange.getRequestURI()));
    return new Query(new String(body, StandardCharsets.UTF_8));
  }

  private static String resource(String name) {
    try (InputStream file = ConsoleServer.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends what is under way, and returns when the letters that are held are given back. */
  @Override
  public void close() {
    threads.shutdownNow();
    // A request may take its time: what goes on without it must not go on until then.
    pages.stop();
    // A request that is still answered may begin a look: only then are there no more of them.
    threads.close();
    pages.close();
    server.stop(0);
  }
}
