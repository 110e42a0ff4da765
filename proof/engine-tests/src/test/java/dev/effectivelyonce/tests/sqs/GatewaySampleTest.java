package dev.effectivelyonce.tests.sqs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The gateway of docs/steps.md, in a consumer and over a socket. */
class GatewaySampleTest {
  private final Bench bench = new Bench();
  private final List<String> calls = new ArrayList<>();
  private final Map<String, String> charged = new HashMap<>();
  private HttpServer server;
  private int failing;
  private boolean declines;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/charges", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    calls.add(exchange.getRequestMethod());
    if (exchange.getRequestMethod().equals("GET")) {
      String path = exchange.getRequestURI().getPath();
      String found = charged.get(path.substring(path.lastIndexOf('/') + 1));
      answer(exchange, found == null ? 404 : 200, String.valueOf(found));
    } else if (declines) {
      answer(exchange, 402, "");
    } else {
      String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
      String receipt = charged.computeIfAbsent(key, it -> "{\"id\":\"r-" + charged.size() + "\"}");
      answer(exchange, failing-- > 0 ? 500 : 201, receipt);
    }
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @SuppressWarnings("NullAway") // To pay needs no warehouse.
  private Status deliver() {
    URI gateway = URI.create("http://localhost:" + server.getAddress().getPort() + "/v1/");
    FulfilmentSample sample = new FulfilmentSample(new GatewaySample(gateway), null);
    bench.on("o-1", sample::pay);
    bench.failed(Bench.standard("m-1", "o-1"));
    return bench.status("o-1").orElseThrow();
  }

  @Test
  void aChargeWhoseAnswerIsAnErrorIsAskedForByItsKey() {
    failing = 1;

    assertThat(deliver()).isEqualTo(Status.RETRYABLE);
    assertThat(deliver()).isEqualTo(Status.COMPLETED);

    assertThat(calls).containsExactly("POST", "GET");
    assertThat(charged).hasSize(1);
    assertThat(bench.record("o-1").orElseThrow().result())
        .isEqualTo(new StoredResult.Text("{\"id\":\"r-0\"}"));
  }

  @Test
  void aCardThatIsDeclinedFailsTheEvent() {
    declines = true;

    assertThat(deliver()).isEqualTo(Status.FAILED);
    assertThat(charged).isEmpty();
  }

  @Test
  void aConnectionThatIsRefusedIsNoDoubt() {
    server.stop(0);

    assertThat(deliver()).isEqualTo(Status.RETRYABLE);
    assertThat(bench.record("o-1").orElseThrow().steps())
        .singleElement()
        .satisfies(it -> assertThat(it.state().name()).isEqualTo("NOT_DONE"));
  }
}
