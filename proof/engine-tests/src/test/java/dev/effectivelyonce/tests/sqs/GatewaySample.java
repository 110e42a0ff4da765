package dev.effectivelyonce.tests.sqs;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.effectivelyonce.core.steps.LookupResult;
import dev.effectivelyonce.core.steps.StepFailedException;
import dev.effectivelyonce.core.steps.StepNotDoneException;
import dev.effectivelyonce.tests.sqs.FulfilmentSample.Gateway;
import dev.effectivelyonce.tests.sqs.FulfilmentSample.Receipt;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** The gateway of docs/steps.md, by HTTP. */
final class GatewaySample implements Gateway {
  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofMillis(500)).build();
  private final JsonMapper json = JsonMapper.builder().build();
  private final URI gateway;

  GatewaySample(URI gateway) {
    this.gateway = gateway;
  }

  @Override
  public Receipt charge(String key, String orderId, long amountCents) throws Exception {
    String body =
        json.createObjectNode().put("orderId", orderId).put("amountCents", amountCents).toString();
    HttpResponse<String> answer =
        send(
            HttpRequest.newBuilder(gateway.resolve("charges"))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(body)));
    return switch (answer.statusCode()) {
      case 200, 201 -> json.readValue(answer.body(), Receipt.class);
      case 402 -> throw new StepFailedException("The card was declined");
      default -> throw new IOException("The gateway answered " + answer.statusCode());
    };
  }

  @Override
  public LookupResult<Receipt> find(String key) throws Exception {
    HttpResponse<String> answer =
        send(HttpRequest.newBuilder(gateway.resolve("charges/" + key)).GET());
    return switch (answer.statusCode()) {
      case 200 -> LookupResult.done(json.readValue(answer.body(), Receipt.class));
      case 404 -> LookupResult.notDone();
      default -> throw new IOException("The gateway answered " + answer.statusCode());
    };
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    try {
      return http.send(request.timeout(Duration.ofSeconds(5)).build(), BodyHandlers.ofString());
    } catch (ConnectException | HttpConnectTimeoutException e) {
      throw new StepNotDoneException("The gateway refused the connection");
    }
  }

  @Override
  public void refund(String key, String receiptId) {
    throw new UnsupportedOperationException("The page shows no refund");
  }
}
