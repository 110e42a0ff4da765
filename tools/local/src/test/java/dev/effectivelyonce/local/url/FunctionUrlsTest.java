package dev.effectivelyonce.local.url;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.local.lambda.InvocationResult;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FunctionUrlsTest {
  private final List<String> events = new CopyOnWriteArrayList<>();
  private final FunctionUrls urls =
      FunctionUrls.open(
          Clock.fixed(Instant.ofEpochMilli(42), ZoneOffset.UTC), () -> new UUID(0, 1));
  private final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    client.close();
    urls.close();
  }

  @Test
  void aRequestBecomesAnEventOfFormat2() throws Exception {
    serve(new InvocationResult.Succeeded("{\"statusCode\":200}"));

    send(
        request("/Shop/payments/p-1?a=1&a=2")
            .header("Idempotency-Key", "\"k-1\"")
            .header(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=anna/20261121/us-east-1/lambda/aws4_request, x=y")
            .POST(BodyPublishers.ofString("{\"ö\":1}")));

    JsonNode event = event();
    assertThat(event.path("version").asText()).isEqualTo("2.0");
    assertThat(event.path("routeKey").asText()).isEqualTo("$default");
    assertThat(event.path("rawPath").asText()).isEqualTo("/payments/p-1");
    assertThat(event.path("rawQueryString").asText()).isEqualTo("a=1&a=2");
    assertThat(event.path("headers").path("idempotency-key").asText()).isEqualTo("\"k-1\"");
    assertThat(event.path("body").asText()).isEqualTo("{\"ö\":1}");
    assertThat(event.path("isBase64Encoded").asBoolean()).isFalse();
    assertThat(event.at("/requestContext/http/method").asText()).isEqualTo("POST");
    assertThat(event.at("/requestContext/timeEpoch").asLong()).isEqualTo(42);
    assertThat(event.at("/requestContext/authorizer/iam/userArn").asText())
        .isEqualTo("arn:aws:iam::000000000000:user/anna");
  }

  @Test
  void withoutASignatureTheUserIsLocalAndBytesComeInBase64() throws Exception {
    serve(new InvocationResult.Succeeded("{\"statusCode\":200}"));

    send(request("/Shop").PUT(BodyPublishers.ofByteArray(new byte[] {(byte) 0xC3, 0x28})));

    JsonNode event = event();
    assertThat(event.path("rawPath").asText()).isEqualTo("/");
    assertThat(event.path("body").asText()).isEqualTo("wyg=");
    assertThat(event.path("isBase64Encoded").asBoolean()).isTrue();
    assertThat(event.at("/requestContext/authorizer/iam/userArn").asText())
        .isEqualTo("arn:aws:iam::000000000000:user/local");
  }

  @Test
  void anAnswerOfFormat2GoesOutAsItSays() throws Exception {
    serve(
        new InvocationResult.Succeeded(
            "{\"statusCode\":201,\"headers\":{\"x-a\":\"1\",\"content-type\":\"text/plain\"},"
                + "\"cookies\":[\"a=1\",\"b=2\"],\"body\":\"w7Y=\",\"isBase64Encoded\":true}"));

    HttpResponse<String> answer = send(request("/Shop/"));

    assertThat(answer.statusCode()).isEqualTo(201);
    assertThat(answer.headers().firstValue("X-A")).contains("1");
    assertThat(answer.headers().firstValue("Content-Type")).contains("text/plain");
    assertThat(answer.headers().allValues("Set-Cookie")).containsExactlyInAnyOrder("a=1", "b=2");
    assertThat(answer.body()).isEqualTo("ö");
  }

  @Test
  void aFunctionThatFailsOrAnswersSomethingElseIs502() throws Exception {
    serve(new InvocationResult.Crashed(134));

    assertThat(send(request("/Shop")).statusCode()).isEqualTo(502);
  }

  @Test
  void anUnknownUrlIs403() throws Exception {
    serve(new InvocationResult.Succeeded("{}"));

    assertThat(send(request("/Elsewhere/payments")).statusCode()).isEqualTo(403);
    assertThat(events).isEmpty();
  }

  private void serve(InvocationResult result) {
    urls.serve(
        Map.of(
            "Shop",
            event -> {
              events.add(event);
              return result;
            }));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(urls.root() + path));
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private JsonNode event() throws JsonProcessingException {
    assertThat(events).hasSize(1);
    return new ObjectMapper().readTree(events.getFirst());
  }
}
