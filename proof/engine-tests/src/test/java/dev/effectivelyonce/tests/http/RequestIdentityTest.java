package dev.effectivelyonce.tests.http;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.http.Bench.PAY;
import static dev.effectivelyonce.tests.http.OutcomesToHttpTest.isProblem;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.http.ApiBody;
import dev.effectivelyonce.http.ApiResponse;
import dev.effectivelyonce.http.Caller;
import dev.effectivelyonce.http.HttpApi;
import dev.effectivelyonce.http.UnclaimedHandler;
import dev.effectivelyonce.testkit.http.HttpEvent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

class RequestIdentityTest {
  static final List<HttpEvent> OTHER_REQUESTS =
      List.of(
          PAY.json("{\"amount\":2}"),
          PAY.query("currency=EUR"),
          PAY.body(ApiBody.of(new byte[] {(byte) 0xC3, 0x28})),
          HttpEvent.post("/refunds").key(Bench.KEY).json("{\"amount\":1}"),
          HttpEvent.of("PATCH", "/payments").key(Bench.KEY).json("{\"amount\":1}"));

  private final Bench bench = new Bench(RERUN);
  private final HttpApi api = bench.builder().build();

  @ParameterizedTest
  @FieldSource("OTHER_REQUESTS")
  void anotherRequestUnderTheSameKeyGets422(HttpEvent other) {
    bench.send(api, PAY);

    isProblem(bench.send(api, other), 422, "key-reused");

    assertThat(bench.booked).hasValue(1);
  }

  @Test
  void bytesThatAreNoTextAreToldApart() {
    bench.send(api, PAY.body(ApiBody.of(new byte[] {(byte) 0xC3, 0x28})));

    isProblem(
        bench.send(api, PAY.body(ApiBody.of(new byte[] {(byte) 0xC3, 0x29}))), 422, "key-reused");
  }

  @Test
  void aRepetitionThatDiffersInWhatDoesNotCountIsOne() {
    String role = "arn:aws:sts::123456789012:assumed-role/shop/";
    Map<String, String> claims = Map.of("iss", "https://id.example.com", "sub", "u-1");
    assertRepeats(PAY, PAY.body(ApiBody.of("{\"amount\":1}".getBytes(UTF_8))));
    assertRepeats(
        PAY.query("X-Amz-Signature=1&currency=EUR&X-Amz-Date=2"),
        PAY.query("X-Amz-Date=3&currency=EUR&X-Amz-Signature=4"));
    assertRepeats(
        PAY,
        HttpEvent.post("/payments").header("IDEMPOTENCY-Key", "\"k-1\"").json("{\"amount\":1}"));
    assertRepeats(PAY.principal(role + "task-1"), PAY.principal(role + "task-2"));
    assertRepeats(
        PAY.jwt(claims),
        PAY.jwt(Map.of("iss", "https://id.example.com", "sub", "u-1", "jti", "t-2")));
    assertRepeats(
        PAY.lambdaAuthorizer(Map.of("principalId", "p-1")),
        PAY.lambdaAuthorizer(Map.of("principalId", "p-1", "more", "new")));
  }

  private static void assertRepeats(HttpEvent first, HttpEvent second) {
    Bench fresh = new Bench(RERUN);
    fresh.send(fresh.builder().build(), first);

    assertThat(fresh.send(fresh.builder().build(), second).header("Idempotent-Replayed"))
        .as("%s after %s", second, first)
        .contains("true");
    assertThat(fresh.booked).hasValue(1);
  }

  @Test
  void theSameKeyOfAnotherCallerOrRouteIsAnotherKey() {
    assertApart(PAY.user("anna"), PAY.user("bert"));
    assertApart(PAY.route("POST /payments"), PAY.route("POST /{proxy+}"));
    assertApart(
        PAY.jwt(Map.of("iss", "https://id.example.com", "sub", "u-1")),
        PAY.jwt(Map.of("iss", "https://id.example.net", "sub", "u-1")));
    assertApart(
        PAY.lambdaAuthorizer(Map.of("principalId", "p-1")),
        PAY.lambdaAuthorizer(Map.of("principalId", "p-2")));
  }

  private static void assertApart(HttpEvent first, HttpEvent second) {
    Bench fresh = new Bench(RERUN);
    HttpApi both = fresh.builder().build();
    fresh.send(both, first);

    assertThat(fresh.send(both, second).body().text()).isEqualTo("{\"booking\":2}");
    assertThat(fresh.send(both, first).body().text()).isEqualTo("{\"booking\":1}");
  }

  @Test
  void theFieldsThatMustAgreeMayBeNamed() {
    HttpApi lenient =
        bench.builder().fingerprint(request -> Fingerprint.of(request.path())).build();
    bench.send(lenient, PAY);

    ApiResponse second = bench.send(lenient, PAY.json("{\"amount\":1,\"sentAt\":\"later\"}"));

    assertThat(second.header("Idempotent-Replayed")).contains("true");
  }

  @Test
  void aFunctionOfTheServiceThatFailsIsAnsweredAndRunsNothing() {
    HttpApi byFingerprint =
        bench
            .builder()
            .fingerprint(request -> Fingerprint.of(Integer.parseInt(request.body().text())))
            .build();
    HttpApi byCaller =
        bench.builder().caller(request -> Optional.of(request.at("/none").orElseThrow())).build();

    HttpApi byError =
        bench
            .builder()
            .caller(
                request -> {
                  throw new AssertionError("personal data");
                })
            .build();

    isProblem(bench.send(byFingerprint, PAY), 500, "request-unreadable");
    isProblem(bench.send(byCaller, PAY), 500, "request-unreadable");
    isProblem(bench.send(byError, PAY), 500, "request-unreadable");
    assertThat(bench.booked).hasValue(0);
  }

  @Test
  void aRepetitionThatMeetsAnotherAuthorizerRunsAgainUnlessTheServiceMapsItsCaller() {
    HttpEvent byIam = PAY.principal("arn:aws:iam::123456789012:user/shop");
    HttpEvent byJwt = PAY.jwt(Map.of("iss", "https://id.example.com", "sub", "shop"));
    bench.send(api, byIam);
    bench.send(api, byJwt);
    assertThat(bench.booked).hasValue(2);

    HttpApi mapping = bench.builder().caller(request -> Optional.of("shop")).build();
    bench.send(mapping, byIam);

    assertThat(bench.send(mapping, byJwt).header("Idempotent-Replayed")).contains("true");
    assertThat(bench.booked).hasValue(3);
  }

  @Test
  void sessionsOfARoleAreCallersWhereTheServiceSaysSo() {
    String role = "arn:aws:sts::123456789012:assumed-role/shop/";
    HttpApi api = bench.builder().caller(Caller.authenticatedSession()).build();
    bench.send(api, PAY.principal(role + "tenant-1"));

    ApiResponse other = bench.send(api, PAY.principal(role + "tenant-2"));
    ApiResponse again = bench.send(api, PAY.principal(role + "tenant-1"));

    assertThat(other.header("Idempotent-Replayed")).isEmpty();
    assertThat(again.header("Idempotent-Replayed")).contains("true");
    assertThat(bench.booked).hasValue(2);
  }

  /** The sender chooses neither, and can't do anything about it. */
  @Test
  void aCallerThatIsTooLongForAKeyIsNoMistakeOfTheSender() {
    ApiResponse answer = bench.send(api, PAY.user("u".repeat(3000)));

    isProblem(answer, 500, "caller-unknown");
    assertThat(answer.body().text()).doesNotContain("bytes", "authorizer");
  }

  @Test
  void withoutACallerNothingRuns() {
    isProblem(bench.send(api, PAY.anonymous()), 500, "caller-unknown");
    isProblem(bench.send(api, PAY.principal(" ")), 500, "caller-unknown");
    isProblem(
        bench.send(bench.builder().caller(request -> request.header("who")).build(), PAY),
        500,
        "caller-unknown");

    assertThat(bench.booked).hasValue(0);
  }

  @Test
  void anyoneMayBeTheCallerWhereTheServiceSaysSo() {
    HttpApi open = bench.builder().caller(Caller.authenticated().or(Caller.anyone())).build();

    assertThat(bench.send(open, PAY.anonymous()).status()).isEqualTo(201);
    assertThat(bench.send(open, PAY.anonymous()).header("Idempotent-Replayed")).contains("true");
  }

  @Test
  void withoutAKeyTheCallerGets400() {
    isProblem(bench.send(api, HttpEvent.post("/payments")), 400, "key-missing");
    isProblem(bench.send(api, HttpEvent.post("/payments").key("  ")), 400, "key-missing");
    assertThat(bench.booked).hasValue(0);
  }

  private static final String LONGEST = "\"k-1\";note=" + "n".repeat(1024 - 11);

  private static Stream<String> malformed() {
    return Stream.of(
        "a,b",
        "\"a\", \"b\"",
        "\"a",
        "a b",
        "\"\"",
        "\"  \"",
        "\"ä\"",
        "a;b",
        "k".repeat(256),
        "\"" + "\\\"".repeat(9000),
        LONGEST + "n");
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void aMalformedKeyGets400(String key) {
    isProblem(bench.send(api, PAY.key(key)), 400, "key-malformed");
    assertThat(bench.booked).hasValue(0);
  }

  @Test
  void aKeyMayHave255CharactersAndWithItsParameters1024() {
    assertThat(bench.send(api, PAY.key("k".repeat(255))).status()).isEqualTo(201);
    assertThat(bench.send(api, PAY.key(LONGEST)).status()).isEqualTo(201);
  }

  @Test
  void methodsWithoutAKeyRunEachTimeAndLeaveNoRecord() {
    HttpApi both = bench.builder().unclaimed(request -> bench.booked()).build();
    HttpEvent get = HttpEvent.get("/payments").key(Bench.KEY);

    bench.send(both, get);

    assertThat(bench.send(both, get).body().text()).isEqualTo("{\"booking\":2}");
    assertThat(bench.record()).isEmpty();
  }

  /** Thrown on, what overflows would end the process: to Lambda's runtime the machine is broken. */
  @Test
  @SuppressWarnings("NullAway")
  void anUnclaimedHandlerThatThrowsOrReturnsNullIs500() {
    assertAttemptFailed(
        request -> {
          throw new IllegalStateException("broken");
        });
    assertAttemptFailed(
        request -> {
          throw new StackOverflowError();
        });
    assertAttemptFailed(
        request -> {
          throw new AssertionError("personal data");
        });
    assertAttemptFailed(request -> null);
  }

  private void assertAttemptFailed(UnclaimedHandler handler) {
    HttpApi broken = bench.builder().unclaimed(handler).build();
    isProblem(bench.send(broken, HttpEvent.get("/payments")), 500, "attempt-failed");
  }

  @Test
  void methodsThatNobodyHandlesGet405() {
    ApiResponse answer = bench.send(api, HttpEvent.get("/payments"));

    isProblem(answer, 405, "method-not-allowed");
    assertThat(answer.header("Allow")).contains("PATCH, POST");
  }

  @Test
  void whichMethodsNeedAKeyMayBeChosen() {
    HttpApi put = bench.builder().keyedMethods("put").build();

    isProblem(bench.send(put, HttpEvent.of("PUT", "/payments/1")), 400, "key-missing");
    isProblem(bench.send(put, PAY), 405, "method-not-allowed");
  }
}
