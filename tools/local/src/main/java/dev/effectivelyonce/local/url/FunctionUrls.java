package dev.effectivelyonce.local.url;

import com.sun.net.httpserver.HttpExchange;
import dev.effectivelyonce.local.LoopbackServer;
import dev.effectivelyonce.local.lambda.FunctionInvoker;
import dev.effectivelyonce.local.lambda.InvocationResult;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Serves functions by HTTP, on a free loopback port, each under a path of its own. Signatures are
 * not checked: the access key of a signed request names its user, any other request is that of the
 * user {@code local}.
 */
public final class FunctionUrls implements AutoCloseable {
  private final LoopbackServer server = LoopbackServer.open("The function URLs");
  private final Map<String, FunctionInvoker> functions = new ConcurrentHashMap<>();
  private final Clock clock;
  private final Supplier<UUID> ids;

  private FunctionUrls(Clock clock, Supplier<UUID> ids) {
    this.clock = clock;
    this.ids = ids;
  }

  /**
   * Takes a port. Requests wait until {@link #serve}.
   *
   * @param clock tells when a request came
   * @param ids makes request ids
   * @throws LocalRunnerException if there is no port
   */
  public static FunctionUrls open(Clock clock, Supplier<UUID> ids) {
    return new FunctionUrls(clock, ids);
  }

  /** Returns where the URLs begin, without a slash at the end. */
  public URI root() {
    return URI.create("http://" + server.address());
  }

  /** Starts to answer. */
  public void serve(Map<String, ? extends FunctionInvoker> byPath) {
    functions.putAll(byPath);
    server.at("/", this::handle).start();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Target target = Target.of(exchange.getRequestURI());
      FunctionInvoker function = functions.get(target.function());
      UrlAnswer answer =
          function == null
              ? UrlAnswer.forbidden()
              : UrlAnswer.of(invoke(function, exchange, target.path()));
      answer.send(exchange);
    }
  }

  private InvocationResult invoke(FunctionInvoker function, HttpExchange exchange, String path)
      throws IOException {
    return function.invoke(UrlEvent.of(exchange, path, clock.instant(), ids.get()));
  }

  @Override
  public void close() {
    server.close();
  }

  /** Which function a request is for, and the path that it sees. */
  private record Target(String function, String path) {
    static Target of(URI uri) {
      String[] parts = uri.getRawPath().substring(1).split("/", 2);
      return new Target(parts[0], "/" + (parts.length > 1 ? parts[1] : ""));
    }
  }
}
