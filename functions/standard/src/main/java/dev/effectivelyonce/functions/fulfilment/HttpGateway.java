package dev.effectivelyonce.functions.fulfilment;

import dev.effectivelyonce.core.steps.LookupResult;
import dev.effectivelyonce.core.steps.StepFailedException;
import dev.effectivelyonce.core.steps.StepNotDoneException;
import dev.effectivelyonce.sqs.JacksonJson;
import dev.effectivelyonce.sqs.JsonCodec;
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

/** A payment gateway by HTTP. Each call is sent once: to try again is the next attempt's. */
final class HttpGateway implements PaymentGateway {
  private static final Duration CONNECT_PATIENCE = Duration.ofMillis(500);
  private static final Duration ANSWER_PATIENCE = Duration.ofSeconds(1);
  private static final int OK = 200;
  private static final int CREATED = 201;
  private static final int PAYMENT_REQUIRED = 402;
  private static final int NOT_FOUND = 404;

  /** Sends a request once, and decides how long its answer is waited for. */
  @FunctionalInterface
  interface Transport {
    HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException;
  }

  private final URI gateway;
  private final Transport transport;
  private final JsonCodec json = new JacksonJson();

  /**
   * Waits half a second for a connection, and a second for an answer.
   *
   * @param gateway its address, such as {@code https://payments.example.com/v1}
   */
  HttpGateway(URI gateway) {
    this(gateway, impatient());
  }

  HttpGateway(URI gateway, Transport transport) {
    this.gateway = URI.create(gateway.toString().replaceFirst("/+$", "") + "/");
    this.transport = transport;
  }

  private static Transport impatient() {
    HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_PATIENCE)
            .build();
    return request ->
        client.send(request.timeout(ANSWER_PATIENCE).build(), BodyHandlers.ofString());
  }

  private record ChargeRequest(
      String orderId, String customerId, long amountCents, String currency) {}

  private record RefundRequest(String chargeId) {}

  @Override
  public Charge charge(String key, Purchase purchase) throws Exception {
    HttpResponse<String> answer =
        post(
            "charges",
            key,
            new ChargeRequest(
                purchase.orderId(),
                purchase.customerId(),
                purchase.totalCents(),
                purchase.currency()));
    return switch (answer.statusCode()) {
      case OK, CREATED -> json.read(answer.body(), Charge.class);
      case PAYMENT_REQUIRED -> throw new StepFailedException("The card was declined");
      default -> throw unknown(answer);
    };
  }

  @Override
  public LookupResult<Charge> find(String key) throws Exception {
    HttpResponse<String> answer = send(request("charges/" + key).GET());
    return switch (answer.statusCode()) {
      case OK -> LookupResult.done(json.read(answer.body(), Charge.class));
      case NOT_FOUND -> LookupResult.notDone();
      default -> throw unknown(answer);
    };
  }

  @Override
  public void refund(String key, Charge charge) throws Exception {
    HttpResponse<String> answer = post("refunds", key, new RefundRequest(charge.id()));
    if (answer.statusCode() != OK && answer.statusCode() != CREATED) {
      throw unknown(answer);
    }
  }

  private HttpResponse<String> post(String path, String key, Object body) throws Exception {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString(json.write(body))));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(gateway.resolve(path));
  }

  /**
   * Sends a request. A refused connection means that nothing was sent; any other fault may come
   * after the charge.
   */
  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    try {
      return transport.send(request);
    } catch (ConnectException | HttpConnectTimeoutException e) {
      throw new StepNotDoneException("The gateway can't be reached");
    }
  }

  /** A server that failed may have charged before it did. */
  private static IOException unknown(HttpResponse<String> answer) {
    return new IOException("The gateway answered with status " + answer.statusCode());
  }
}
