package dev.effectivelyonce.tests.http;

import static dev.effectivelyonce.core.Refusals.assertMistake;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.http.Bench.PAY;
import static dev.effectivelyonce.tests.http.OutcomesToHttpTest.isProblem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.http.ApiResponse;
import dev.effectivelyonce.http.Cors;
import dev.effectivelyonce.http.HttpApi;
import dev.effectivelyonce.testkit.http.HttpEvent;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Web pages of other origins. */
class CorsTest {
  private static final String SHOP = "https://shop.example";
  private static final String OTHER = "https://other.example";
  private static final String ALLOWED = "Access-Control-Allow-Origin";

  private static final HttpEvent PREFLIGHT =
      HttpEvent.of("OPTIONS", "/payments")
          .anonymous()
          .header("Origin", SHOP)
          .header("Access-Control-Request-Method", "POST")
          .header("Access-Control-Request-Headers", "idempotency-key");

  private final Bench bench = new Bench(RERUN);
  private final HttpApi api = bench.builder().cors(Cors.of(SHOP, "http://localhost:8080")).build();

  @Test
  void withoutTheSettingNothingIsAnsweredToAPreflightOrAdded() {
    HttpApi plain = bench.builder().build();

    isProblem(bench.send(plain, PREFLIGHT), 405, "method-not-allowed");
    assertThat(bench.send(plain, PAY.header("Origin", SHOP)).headers())
        .containsOnlyKeys("content-type", "location");
  }

  @Test
  void aPreflightLearnsWhatThePageMaySend() {
    assertThat(bench.send(api, PREFLIGHT))
        .isEqualTo(
            ApiResponse.of(204)
                .header(ALLOWED, SHOP)
                .header("Access-Control-Allow-Methods", "DELETE, GET, PATCH, POST, PUT")
                .header(
                    "Access-Control-Allow-Headers", "authorization, content-type, idempotency-key")
                .header("Access-Control-Max-Age", "600")
                .header("Vary", "origin"));
    assertThat(bench.booked).hasValue(0);
  }

  @Test
  void eachSettingIsTheServices() {
    Cors cors =
        Cors.of(SHOP)
            .withMethods("post")
            .withHeaders("X-Trace")
            .withExposed("X-Cost")
            .withMaxAge(Duration.ofHours(2));
    HttpApi other = bench.builder().cors(cors).build();

    assertThat(bench.send(other, PREFLIGHT).headers())
        .containsEntry("access-control-allow-methods", "POST")
        .containsEntry(
            "access-control-allow-headers", "authorization, content-type, idempotency-key, x-trace")
        .containsEntry("access-control-max-age", "7200");
    assertThat(bench.send(other, PAY.header("Origin", SHOP)).headers())
        .containsEntry(
            "access-control-expose-headers",
            "idempotency-key-expires, idempotent-replayed, location, retry-after, x-cost");
  }

  @Test
  void anotherOriginIsNotAllowed() {
    assertThat(bench.send(api, PREFLIGHT.header("Origin", OTHER)).headers())
        .isEqualTo(Map.of("vary", "origin"));
    assertThat(bench.send(api, PAY.header("Origin", OTHER)).header(ALLOWED)).isEmpty();
  }

  @Test
  void theFirstAnswerItsReplayAndEachProblemMayBeRead() {
    assertMayBeRead(bench.send(api, PAY.header("Origin", SHOP)), 201);
    assertMayBeRead(bench.send(api, PAY.header("Origin", SHOP)), 201);
    assertMayBeRead(bench.send(api, PAY.json("{}").header("Origin", SHOP)), 422);
    assertMayBeRead(bench.send(api, HttpEvent.post("/payments").header("Origin", SHOP)), 400);
    assertMayBeRead(bench.send(api, HttpEvent.get("/payments").header("Origin", SHOP)), 405);
    assertThat(bench.booked).hasValue(1);
  }

  @Test
  void aReplayIsForTheOriginThatAsksAndNotForTheOneOfTheHandlersAnswer() {
    HttpApi own =
        bench
            .builder()
            .cors(Cors.of(SHOP, OTHER))
            .keepHeaders(ALLOWED, "Vary")
            .handler(
                (request, attempt) ->
                    HandlerResult.completed(
                        bench
                            .booked()
                            .header(ALLOWED, request.header("Origin").orElseThrow())
                            .header("Vary", "Accept")))
            .build();
    bench.send(own, PAY.header("Origin", SHOP));

    ApiResponse replayed = bench.send(own, PAY.header("Origin", OTHER));

    assertThat(replayed.header("Idempotent-Replayed")).contains("true");
    assertThat(replayed.header(ALLOWED)).contains(OTHER);
    assertThat(replayed.header("Vary")).contains("Accept, origin");
    assertThat(bench.send(own, PAY.header("Origin", "null")).header(ALLOWED)).isEmpty();
  }

  @Test
  void anyOriginMayBeAllowed() {
    HttpApi open = bench.builder().cors(Cors.anyOrigin()).build();

    assertThat(bench.send(open, PREFLIGHT.header("Origin", OTHER)).header(ALLOWED)).contains("*");
    ApiResponse answer = bench.send(open, PAY.header("Origin", OTHER));
    assertThat(answer.header(ALLOWED)).contains("*");
    assertThat(answer.header("Vary")).isEmpty();
  }

  @Test
  void onlyAnOptionsRequestWithBothHeadersIsAPreflight() {
    HttpApi other =
        bench.builder().cors(Cors.of(SHOP)).unclaimed(request -> ApiResponse.of(299)).build();
    String asks = "Access-Control-Request-Method";

    assertThat(
            bench.send(other, HttpEvent.of("OPTIONS", "/payments").header(asks, "POST")).status())
        .isEqualTo(299);
    assertMayBeRead(
        bench.send(other, HttpEvent.of("OPTIONS", "/payments").header("Origin", SHOP)), 299);
    assertThat(
            bench
                .send(other, HttpEvent.get("/payments").header("Origin", SHOP).header(asks, "GET"))
                .status())
        .isEqualTo(299);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Accept, ORIGIN", "*"})
  void aHandlerThatNamesTheOriginInVaryKeepsItsHeader(String vary) {
    HttpApi own =
        bench
            .builder()
            .cors(Cors.of(SHOP))
            .unclaimed(request -> ApiResponse.of(299).header("Vary", vary))
            .build();

    assertThat(bench.send(own, HttpEvent.get("/payments").header("Origin", SHOP)).header("Vary"))
        .contains(vary);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "shop.example", "https://shop.example/", "https://Shop.example", "https://*"})
  void whatIsNoOriginIsRefused(String origin) {
    assertMistake(() -> Cors.of(origin), "origins");
  }

  @Test
  void settingsThatNoHeaderHoldsAreRefused() {
    Cors cors = Cors.of(SHOP);

    assertMistake(Cors::of);
    assertMistake(() -> Cors.of("*", SHOP));
    assertMistake(() -> cors.withMethods("PO ST"));
    assertMistake(() -> cors.withHeaders("a\r\nb"));
    assertMistake(() -> cors.withExposed(""));
    assertMistake(() -> cors.withMaxAge(Duration.ofSeconds(-1)));
  }

  private static void assertMayBeRead(ApiResponse answer, int status) {
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.header(ALLOWED)).contains(SHOP);
    assertThat(answer.header("Access-Control-Expose-Headers"))
        .contains("idempotency-key-expires, idempotent-replayed, location, retry-after");
    assertThat(answer.header("Vary")).contains("origin");
  }
}
