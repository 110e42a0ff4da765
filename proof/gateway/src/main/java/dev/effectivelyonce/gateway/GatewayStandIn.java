package dev.effectivelyonce.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A payment gateway for tests and demonstrations, which keeps its ledger for as long as it is open.
 *
 * <p>{@code POST /charges} and {@code POST /refunds} honour the header {@code Idempotency-Key}: the
 * same request gets its first answer again, another one under the key 422. {@code GET
 * /charges/{key}} tells what became of a charge, {@code GET /ledger} all that happened. Customers
 * whose id contains {@code declined} are refused with 402.
 */
public final class GatewayStandIn implements AutoCloseable {
  private static final String KEY = "Idempotency-Key";
  private static final String LOOKUP = "/charges/";
  private static final int BAD_REQUEST = 400;
  private static final int NOT_FOUND = 404;
  private static final int UNAVAILABLE = 503;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ObjectMapper json = new ObjectMapper();
  private final Ledger ledger = new Ledger();
  private final Map<String, Integer> times = new ConcurrentHashMap<>();
  private final Map<Fault, Integer> faulty = new ConcurrentHashMap<>();
  private final GatewayFaults faults;

  private GatewayStandIn(HttpServer server, GatewayFaults faults) {
    this.server = server;
    this.faults = faults;
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /**
   * On a free port of the loopback interface.
   *
   * @throws UncheckedIOException if there is none
   */
  public static GatewayStandIn start(GatewayFaults faults) {
    return start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), faults);
  }

  static GatewayStandIn start(InetSocketAddress address, GatewayFaults faults) {
    try {
      return new GatewayStandIn(HttpServer.create(address, 0), faults);
    } catch (IOException e) {
      throw new UncheckedIOException("The gateway's stand-in can't listen on " + address, e);
    }
  }

  /** Where it answers callers of this machine. */
  public URI uri() {
    return URI.create("http://127.0.0.1:" + port());
  }

  /** The port that it listens on. */
  public int port() {
    return server.getAddress().getPort();
  }

  /** All that happened, in its order. */
  public List<Entry> ledger() {
    return ledger.entries();
  }

  /** How many calls came until now, and what went wrong with them. */
  public Calls calls() {
    int all = times.values().stream().mapToInt(Integer::intValue).sum();
    return new Calls(all, count(Fault.REFUSED), count(Fault.CUT), count(Fault.SLOW));
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  /** Closed without an answer, an exchange takes its connection along. */
  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      switch (exchange.getRequestMethod()) {
        case "POST" -> change(exchange, path);
        case "GET" -> tell(exchange, path);
        default -> send(exchange, NOT_FOUND, Map.of());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void change(HttpExchange exchange, String path) throws IOException, InterruptedException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String key = Optional.ofNullable(exchange.getRequestHeaders().getFirst(KEY)).orElse("");
    if (key.isBlank()) {
      send(exchange, BAD_REQUEST, Map.of("error", "The header " + KEY + " is missing"));
      return;
    }
    Optional<Fault> fault = counted(faults.ofChange(key, time(key)));
    if (fault.filter(Fault.REFUSED::equals).isPresent()) {
      send(exchange, UNAVAILABLE, Map.of("error", "Try again later"));
      return;
    }
    Answer answer = changed(path, key, body);
    if (fault.filter(Fault.CUT::equals).isPresent()) {
      return;
    }
    if (fault.isPresent()) {
      Thread.sleep(faults.slowness());
    }
    send(exchange, answer.status(), answer.body());
  }

  private Answer changed(String path, String key, String body) {
    String request = path + "\n" + body;
    JsonNode fields = fields(body);
    return switch (path) {
      case "/charges" -> ledger.charge(key, request, charge(fields));
      case "/refunds" -> ledger.refund(key, request, fields.path("chargeId").asText());
      default -> Answer.problem(NOT_FOUND, "There is no " + path);
    };
  }

  private static Charge charge(JsonNode fields) {
    return new Charge(
        fields.path("orderId").asText(),
        fields.path("customerId").asText(),
        fields.path("amountCents").asLong());
  }

  private void tell(HttpExchange exchange, String path) throws IOException {
    if (path.equals("/ledger")) {
      send(exchange, 200, ledger.entries());
      return;
    }
    if (!path.startsWith(LOOKUP)) {
      send(exchange, NOT_FOUND, Map.of());
      return;
    }
    String key = path.substring(LOOKUP.length());
    Optional<Fault> fault = counted(faults.ofLookup(key, time("?" + key)));
    if (fault.isEmpty()) {
      Answer answer = ledger.find(key);
      send(exchange, answer.status(), answer.body());
    } else if (fault.get() == Fault.REFUSED) {
      send(exchange, UNAVAILABLE, Map.of("error", "Try again later"));
    }
  }

  private Optional<Fault> counted(Optional<Fault> fault) {
    fault.ifPresent(it -> faulty.merge(it, 1, Integer::sum));
    return fault;
  }

  private int count(Fault fault) {
    return faulty.getOrDefault(fault, 0);
  }

  private int time(String key) {
    return times.merge(key, 1, Integer::sum);
  }

  private JsonNode fields(String body) {
    try {
      return json.readTree(body);
    } catch (JsonProcessingException e) {
      return json.missingNode();
    }
  }

  private void send(HttpExchange exchange, int status, Object body) throws IOException {
    byte[] bytes = json.writeValueAsBytes(body);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
