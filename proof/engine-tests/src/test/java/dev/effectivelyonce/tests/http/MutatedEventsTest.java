package dev.effectivelyonce.tests.http;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.effectivelyonce.http.ApiResponse;
import dev.effectivelyonce.http.HttpStreamHandler;
import dev.effectivelyonce.testkit.sqs.TestContext;
import dev.effectivelyonce.tests.sources.MutatedJson;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is wrong with an event, there is an answer, and the invocation does not fail. */
class MutatedEventsTest {
  private static final int EVENTS = 1_000;

  private static final String OF_A_FUNCTION_URL =
      """
      {"version":"2.0","routeKey":"$default","rawPath":"/payments","rawQueryString":"a=1&b=%FF",
      "cookies":["a=1"],"headers":{"Idempotency-Key":"\\"k-1\\"","content-type":"image/png"},
      "queryStringParameters":{"a":"1"},"requestContext":{"accountId":"1","authentication":null,
      "authorizer":{"iam":{"userArn":"arn:aws:sts::123456789012:assumed-role/shop/s-1",
      "cognitoIdentity":null}},"http":{"method":"POST","path":"/payments","sourceIp":"192.0.2.1"},
      "timeEpoch":1700000000000},"body":"iVA=","isBase64Encoded":true}
      """;

  private static final String OF_AN_HTTP_API =
      """
      {"version":"2.0","routeKey":"POST /payments/{id}","rawPath":"/payments/p-1",
      "rawQueryString":"X-Amz-Date=1","headers":{"idempotency-key":"k-1","origin":"https://a.example",
      "x":"1,2"},"requestContext":{"authorizer":{"jwt":{"claims":{"sub":"u-1","iss":"i","exp":17},
      "scopes":["pay"]}},"http":{"method":"POST","path":"/payments/p-1"},"stage":"$default"},
      "pathParameters":{"id":"p-1"},"body":"{\\"amount\\":1}","isBase64Encoded":false}
      """;

  private static final String OF_A_REST_API =
      """
      {"version":"1.0","resource":"/payments","path":"/payments","httpMethod":"POST",
      "headers":{"Idempotency-Key":"k-1"},"multiValueHeaders":{"Idempotency-Key":["k-1"]},
      "queryStringParameters":null,"requestContext":{"identity":{"userArn":null},"httpMethod":"POST",
      "stage":"prod"},"stageVariables":null,"body":"{}","isBase64Encoded":false}
      """;

  private static final List<String> ORIGINALS =
      List.of(OF_A_FUNCTION_URL, OF_AN_HTTP_API, OF_A_REST_API);

  private final Bench bench = new Bench(RERUN);
  private final HttpStreamHandler handler =
      new HttpStreamHandler(
          bench
              .builder()
              .unclaimed(request -> ApiResponse.json(200, request.body().text()))
              .build());

  @ParameterizedTest
  @ValueSource(longs = 20_261)
  void eachIsAnswered(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < EVENTS; i++) {
      assertIsAnswered(MutatedJson.of(ORIGINALS.get(i % ORIGINALS.size()), random), seed, i);
    }
    assertThat(bench.booked.get()).as("Some events are requests still").isPositive();
  }

  private void assertIsAnswered(byte[] event, long seed, int index) {
    try {
      ByteArrayOutputStream output = new ByteArrayOutputStream();
      handler.handleRequest(
          new ByteArrayInputStream(event), output, new TestContext(bench.clock, Bench.TIMEOUT));
      assertThat(status(output.toByteArray())).isBetween(200, 599);
    } catch (Exception e) {
      fail("Event %s of seed %s: %s".formatted(index, seed, new String(event, UTF_8)), e);
    }
  }

  /** Returns the status of an answer, which is read to its end. */
  private static int status(byte[] answer) throws IOException {
    int status = 0;
    try (JsonParser parser = new JsonFactory().createParser(answer)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.VALUE_NUMBER_INT && "statusCode".equals(parser.currentName())) {
          status = parser.getIntValue();
        }
      }
    }
    return status;
  }
}
