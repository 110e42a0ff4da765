package dev.effectivelyonce.integration.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.integration.environment.LocalStack;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;

/**
 * A service of AWS, called by its JSON protocol where this project has no client of the SDK.
 * LocalStack reads the service from the signature, and does not check it.
 */
record JsonService(URI endpoint, String service, String target) {
  private static final Duration LONGEST_CALL = Duration.ofMinutes(1);

  /** LocalStack hands a wish for HTTP/2 on to Kinesis, whose answer is empty then. */
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  static JsonService kinesis(URI endpoint) {
    return new JsonService(endpoint, "kinesis", "Kinesis_20131202");
  }

  static JsonService logs(URI endpoint) {
    return new JsonService(endpoint, "logs", "Logs_20140328");
  }

  /** Calls an operation, and returns its answer. */
  JsonNode call(String operation, Map<String, ?> request) {
    HttpRequest call =
        HttpRequest.newBuilder(endpoint.resolve("/"))
            .timeout(LONGEST_CALL)
            .header("Content-Type", "application/x-amz-json-1.1")
            .header("X-Amz-Target", target + "." + operation)
            .header(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=%s/20260101/%s/%s/aws4_request, SignedHeaders=host, Signature=0"
                    .formatted(LocalStack.ACCESS_KEY, LocalStack.REGION, service))
            .POST(HttpRequest.BodyPublishers.ofString(Json.text(request)))
            .build();
    try {
      HttpResponse<String> answer = HTTP.send(call, HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).as("%s: %s", operation, answer.body()).isEqualTo(200);
      return Json.read(answer.body().isEmpty() ? "{}" : answer.body());
    } catch (IOException e) {
      throw new AssertionError(operation + " failed: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted in " + operation, e);
    }
  }
}
