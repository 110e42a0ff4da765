package dev.effectivelyonce.integration.stack;

import dev.effectivelyonce.integration.environment.FunctionContainers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.FunctionConfiguration;

/** The payments API, by its function URL. */
public final class Api {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String PART_OF_ITS_NAME = "-PaymentsApi";

  private final HttpClient client = HttpClient.newHttpClient();
  private final LambdaClient lambda;
  private final URI endpoint;
  private final URI url;

  Api(LambdaClient lambda, URI endpoint, String url) {
    this.lambda = lambda;
    this.endpoint = endpoint;
    this.url = URI.create(url);
  }

  /** Asks for a payment of 2.50 EUR. */
  public HttpResponse<String> pay(String account, String key) {
    // By the endpoint, since the name of the URL's host may be known to the internet alone.
    HttpRequest.Builder request =
        HttpRequest.newBuilder(endpoint.resolve("/payments"))
            .header("Host", url.getAuthority())
            .header("Idempotency-Key", key)
            .timeout(PATIENCE)
            .POST(
                BodyPublishers.ofString(
                    Json.text(
                        Map.of("accountId", account, "amountCents", 250, "currency", "EUR"))));
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted while waiting for an answer", e);
    }
  }

  /** The containers that it runs in. */
  List<FunctionContainers> containers() {
    return lambda.listFunctionsPaginator().functions().stream()
        .map(FunctionConfiguration::functionName)
        .filter(name -> name.contains(PART_OF_ITS_NAME))
        .map(FunctionContainers::new)
        .toList();
  }
}
