package dev.effectivelyonce.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.gateway.Entry.Kind;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GatewayStandInTest {
  private static final String CHARGE =
      "{\"orderId\":\"O-1\",\"customerId\":\"c-1\",\"amountCents\":250}";

  private final GatewayStandIn gateway = GatewayStandIn.start(GatewayFaults.none());
  private final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    gateway.close();
    client.close();
  }

  @Test
  void theSameRequestIsAnsweredAsTheFirstTimeAndChargedOnce() throws Exception {
    HttpResponse<String> first = post(gateway, "/charges", "k-1", CHARGE);
    HttpResponse<String> second = post(gateway, "/charges", "k-1", CHARGE);

    assertThat(first.statusCode()).isEqualTo(201);
    assertThat(second.body()).isEqualTo(first.body()).contains("\"id\":\"ch-1\"");
    assertThat(gateway.ledger()).containsExactly(new Entry(Kind.CHARGE, "ch-1", "k-1", "O-1", 250));
  }

  @Test
  void anotherRequestUnderAUsedKeyIsRefused() throws Exception {
    post(gateway, "/charges", "k-1", CHARGE);

    assertThat(post(gateway, "/charges", "k-1", CHARGE.replace("250", "251")).statusCode())
        .isEqualTo(422);
    assertThat(post(gateway, "/refunds", "k-1", "{\"chargeId\":\"ch-1\"}").statusCode())
        .isEqualTo(422);
    assertThat(gateway.ledger()).hasSize(1);
  }

  @Test
  void aChargeIsFoundByItsKeyAndTheLedgerIsTold() throws Exception {
    post(gateway, "/charges", "k-1", CHARGE);

    assertThat(get(gateway, "/charges/k-1").body()).contains("ch-1");
    assertThat(get(gateway, "/charges/k-2").statusCode()).isEqualTo(404);
    assertThat(get(gateway, "/ledger").body()).contains("\"kind\":\"CHARGE\"", "\"key\":\"k-1\"");
  }

  @Test
  void faultsComeBeforeAndAfterTheChargeAndRepeatWithTheirSeed() throws Exception {
    Map<String, Integer> first = outcomes(7);
    Map<String, Integer> again = outcomes(7);

    assertThat(again).isEqualTo(first);
    assertThat(first.get("201")).isBetween(60, 95);
    assertThat(first.get("503")).isPositive();
    assertThat(first.get("charged, no answer")).isPositive();
    assertThat(outcomes(8)).isNotEqualTo(first);
  }

  private Map<String, Integer> outcomes(long seed) throws Exception {
    Map<String, Integer> outcomes = new HashMap<>();
    GatewayFaults faults = new GatewayFaults(0.2, seed, Duration.ofMillis(1));
    try (GatewayStandIn faulty = GatewayStandIn.start(faults)) {
      for (int index = 0; index < 100; index++) {
        int before = faulty.ledger().size();
        String outcome;
        try {
          outcome = Integer.toString(post(faulty, "/charges", "key-" + index, CHARGE).statusCode());
        } catch (IOException e) {
          outcome = "no answer";
        }
        boolean isCharged = faulty.ledger().size() > before;
        boolean isTold = outcome.equals("201");
        outcomes.merge(isCharged && !isTold ? "charged, " + outcome : outcome, 1, Integer::sum);
      }
      assertThat(faulty.calls().all()).isEqualTo(100);
      assertThat(faulty.calls().faulty()).isBetween(0.1, 0.3);
    }
    return outcomes;
  }

  private HttpResponse<String> post(GatewayStandIn to, String path, String key, String body)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(to.uri().resolve(path)).POST(BodyPublishers.ofString(body));
    if (!key.isEmpty()) {
      request.header("Idempotency-Key", key);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> get(GatewayStandIn from, String path) throws Exception {
    URI uri = from.uri().resolve(path);
    return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }
}
