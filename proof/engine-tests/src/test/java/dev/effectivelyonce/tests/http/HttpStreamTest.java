package dev.effectivelyonce.tests.http;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.http.Bench.PAY;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.http.ApiBody;
import dev.effectivelyonce.http.ApiResponse;
import dev.effectivelyonce.http.HttpApi;
import dev.effectivelyonce.http.HttpStreamHandler;
import dev.effectivelyonce.testkit.http.HttpEvent;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** As Lambda calls it: JSON in, JSON out. */
class HttpStreamTest {
  private final Bench bench = new Bench(RERUN);

  @Test
  void anAnswerIsWrittenAsLambdaExpectsIt() throws IOException {
    HttpApi api = bench.builder().build();

    assertThat(call(api, PAY.toJson()))
        .isEqualTo(
            "{\"statusCode\":201,"
                + "\"headers\":{\"content-type\":\"application/json\",\"location\":\"/payments/1\"},"
                + "\"cookies\":[],\"body\":\"{\\\"booking\\\":1}\",\"isBase64Encoded\":false}");
  }

  @Test
  void aScheduleThatKeepsTheSnapshotRunsNothingAndIsAnswered() throws IOException {
    String nothing =
        "{\"version\":\"2.0\",\"routeKey\":\"$default\",\"rawPath\":\"/\",\"rawQueryString\":\"\","
            + "\"headers\":{},\"isBase64Encoded\":false,"
            + "\"requestContext\":{\"http\":{\"method\":\"OPTIONS\",\"path\":\"/\"}}}";

    assertThat(call(bench.builder().build(), nothing)).startsWith("{\"statusCode\":405,");
    assertThat(bench.booked).hasValue(0);
  }

  @Test
  void bytesAndCookiesGoOutAndTheBytesAreReplayed() throws IOException {
    HttpApi api =
        bench.api(
            (request, attempt) ->
                HandlerResult.completed(
                    ApiResponse.of(200)
                        .header("Content-Type", "image/png")
                        .header("X-Trace", "1")
                        .cookie("a=1")
                        .cookie("b=2")
                        .body(ApiBody.of(request.body().bytes()))));
    String event = PAY.body(ApiBody.of(new byte[] {(byte) 0x89, 0x50})).toJson();

    assertThat(call(api, event))
        .contains("\"cookies\":[\"a=1\",\"b=2\"]", "\"x-trace\":\"1\"", "\"body\":\"iVA=\"");
    assertThat(call(api, event))
        .isEqualTo(
            "{\"statusCode\":200,"
                + "\"headers\":{\"content-type\":\"image/png\",\"idempotent-replayed\":\"true\"},"
                + "\"cookies\":[],\"body\":\"iVA=\",\"isBase64Encoded\":true}");
  }

  @Test
  void aHeaderMayBeKeptToo() throws IOException {
    HttpApi api =
        bench
            .builder()
            .keepHeaders("X-Trace")
            .handler(
                (request, attempt) ->
                    HandlerResult.completed(ApiResponse.of(200).header("x-trace", "1")))
            .build();
    call(api, PAY.toJson());

    assertThat(call(api, PAY.toJson())).contains("\"x-trace\":\"1\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "null",
        "{}",
        "{\"version\":\"1.0\",\"rawPath\":\"/\",\"requestContext\":{\"http\":{\"method\":\"GET\"}}}",
        "{\"version\":\"2.0\",\"rawPath\":\"/\"}",
        "{\"Records\":[]}",
        "",
        "<event/>",
        "{\"version\":\"2.0\",\"rawPath\":\"/",
        "{\"version\":\"2.0\",\"rawPath\":\"/\",\"requestContext\":null}",
        "{\"version\":\"2.0\",\"rawPath\":\"/\",\"requestContext\":{\"http\":null}}"
      })
  void whatIsNoRequestOfFormat2IsAnsweredAndRunsNothing(String event) throws IOException {
    assertRefused(event.getBytes(UTF_8), 500, "request-unreadable");
  }

  @Test
  void bytesThatAreNoUtf8AreAnsweredAndRunNothing() throws IOException {
    byte[] event = PAY.toJson().getBytes(UTF_8);
    event[PAY.toJson().indexOf("amount")] = (byte) 0xFF;

    assertRefused(event, 500, "request-unreadable");
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "{}", "[]", "\"text\"", "7", "{\"Idempotency-Key\":null}"})
  void withoutReadableHeadersARequestHasNoKey(String headers) throws IOException {
    String event = PAY.toJson().replaceFirst("\"headers\":\\{[^}]*}", "\"headers\":" + headers);

    assertRefused(event.getBytes(UTF_8), 400, "key-missing");
  }

  @ParameterizedTest
  @CsvSource({"POST, %%%", "POST, a", "POST, 'w7 Y='", "PUT, %%%", "GET, =AAA"})
  void contentThatIsNotTheBase64ThatItClaimsToBeIsTheCallersMistake(String method, String content)
      throws IOException {
    HttpApi api =
        bench.builder().unclaimed(request -> ApiResponse.json(200, request.body().text())).build();
    HttpEvent bad = HttpEvent.of(method, "/payments").key("k-1").body(new ApiBody.Base64(content));

    assertThat(call(api, bad.toJson()))
        .startsWith("{\"statusCode\":400,")
        .contains("content-unreadable");
    assertThat(bench.booked).hasValue(0);
  }

  /** Two texts with halves of surrogate pairs have the same bytes, and would be one request. */
  @Test
  void contentWithHalfOfASurrogatePairIsTheCallersMistake() throws IOException {
    assertRefused(
        PAY.toJson().replace("amount", "\\ud800").getBytes(UTF_8), 400, "content-unreadable");
  }

  private void assertRefused(byte[] event, int status, String problem) throws IOException {
    assertThat(call(bench.builder().build(), event))
        .startsWith("{\"statusCode\":" + status + ",")
        .contains(problem);
    assertThat(bench.booked).hasValue(0);
  }

  private String call(HttpApi api, String event) throws IOException {
    return call(api, event.getBytes(UTF_8));
  }

  private String call(HttpApi api, byte[] event) throws IOException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    new HttpStreamHandler(api)
        .handleRequest(
            new ByteArrayInputStream(event), output, new TestContext(bench.clock, Bench.TIMEOUT));
    return output.toString(UTF_8);
  }
}
