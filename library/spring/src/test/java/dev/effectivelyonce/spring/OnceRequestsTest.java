package dev.effectivelyonce.spring;

import static dev.effectivelyonce.spring.WebApplication.isReplayed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.http.Caller;
import dev.effectivelyonce.testkit.FaultyStore;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

/** Methods with {@link Once} that answer requests, on a server. Each test has keys of its own. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class OnceRequestsTest {
  private static final InMemoryStore RECORDS = new InMemoryStore();
  private static final FaultyStore STORE = new FaultyStore(RECORDS);
  private static WebApplication application;
  private static Shop shop;

  @BeforeAll
  static void start() {
    application = started();
    shop = application.bean(Shop.class);
  }

  private static WebApplication started() {
    return new WebApplication(STORE, context -> {}, Shop.class, Shop.Advice.class);
  }

  @AfterAll
  static void stop() {
    application.close();
  }

  @BeforeEach
  void reopen() {
    STORE.heal();
    shop.reopen();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          /json     | 200 | application/json         | {"item":"tea","run":1}
          /entity   | 201 | application/json         | {"item":"tea","run":1}
          /nothing  | 200 |                          | ``
          /accepted | 202 |                          | ``
          /text     | 200 | text/plain;charset=UTF-8 | Grüße 1
          /redirect | 302 |                          | ``
          /missing  | 404 | text/plain;charset=UTF-8 | none 1
          /sold-out | 422 | application/json         | {"shop":"sold out"}
          /closed   | 409 | application/problem+json | {"title":"Conflict","status":409}
          /unpaid   | 402 | application/problem+json | {"title":"Payment Required","status":402}
          /denied   | 403 | application/problem+json | {"title":"Forbidden","status":403}
          """)
  void aRepetitionGetsTheFirstAnswer(String path, int status, String type, String content)
      throws Exception {
    HttpResponse<String> first = application.post(path, "first");
    HttpResponse<String> again = application.post(path, "first");

    for (HttpResponse<String> answer : List.of(first, again)) {
      assertThat(answer.statusCode()).isEqualTo(status);
      assertThat(answer.body()).isEqualTo(content);
      assertThat(answer.headers().firstValue("Content-Type").orElse(null)).isEqualTo(type);
    }
    assertThat(isReplayed(first)).isFalse();
    assertThat(isReplayed(again)).isTrue();
    assertThat(shop.runs(path)).isEqualTo(1);
  }

  @Test
  void theHeadersThatAreKeptComeAgainAndNoCookie() throws Exception {
    HttpResponse<String> first = application.post("/entity", "headers");
    HttpResponse<String> again = application.post("/entity", "headers");

    String run = first.headers().firstValue("Location").orElseThrow().replace("/entity/", "");
    for (HttpResponse<String> answer : List.of(first, again)) {
      assertThat(answer.headers().firstValue("Location")).contains("/entity/" + run);
      assertThat(answer.headers().firstValue("ETag")).contains("\"v" + run + "\"");
      assertThat(answer.headers().firstValue("X-Receipt")).contains("r-" + run);
      // Those of a filter.
      assertThat(answer.headers().allValues("X-Frame-Options")).containsExactly("DENY");
      assertThat(answer.headers().allValues("Vary")).contains("Origin");
    }
    assertThat(first.headers().allValues("Vary")).containsExactly("Origin", "Accept");
    assertThat(first.headers().firstValue("X-Other")).contains("o-" + run);
    assertThat(first.headers().firstValue("Set-Cookie").orElseThrow())
        .contains("seen=yes", "HttpOnly");
    assertThat(again.headers().map()).doesNotContainKeys("x-other", "set-cookie");
  }

  @Test
  void bytesComeAgainAsTheyWere() throws Exception {
    byte[] content = new byte[256];
    IntStream.range(0, content.length).forEach(it -> content[it] = (byte) it);
    HttpRequest.Builder request =
        application
            .request("/binary")
            .POST(BodyPublishers.ofByteArray(content))
            .setHeader("Content-Type", "application/octet-stream")
            .setHeader("Idempotency-Key", "bytes");

    assertThat(application.bytes(request).body()).isEqualTo(content);
    assertThat(application.bytes(request).body()).isEqualTo(content);
    assertThat(shop.runs("/binary")).isEqualTo(1);
    assertThat(
            application
                .bytes(
                    request.POST(BodyPublishers.ofByteArray(new byte[] {(byte) 0xff, (byte) 0xfe})))
                .statusCode())
        .isEqualTo(422);
  }

  @Test
  void textInAnotherEncodingComesAgainAsItWas() throws Exception {
    HttpRequest.Builder request =
        application.request("/latin").setHeader("Idempotency-Key", "latin");

    for (int copy = 0; copy < 2; copy++) {
      HttpResponse<byte[]> answer = application.bytes(request);
      assertThat(answer.body()).asString(StandardCharsets.ISO_8859_1).isEqualTo("Grüße 1");
      assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
          .isEqualToIgnoringCase("text/plain;charset=ISO-8859-1");
    }
  }

  @Test
  void aRequestWithoutAKeyOrWithAMalformedOneIsRefused() throws Exception {

    assertProblem(application.send(application.request("/json")), 400, "key-missing");
    assertProblem(application.post("/json", "two words"), 400, "key-malformed");
    assertProblem(
        application.send(
            application
                .request("/json")
                .header("Idempotency-Key", "one")
                .header("Idempotency-Key", "two")),
        400,
        "key-malformed");
    assertThat(shop.runs("/json")).isZero();
  }

  @Test
  void theKeyOfAnotherRequestIsRefused() throws Exception {
    application.post("/json", "reused");

    assertProblem(
        application.send(
            application
                .request("/json")
                .POST(BodyPublishers.ofString("{\"item\":\"milk\"}"))
                .header("Idempotency-Key", "reused")),
        422,
        "key-reused");
    assertProblem(application.post("/json?shop=2", "reused"), 422, "key-reused");
    assertThat(shop.runs("/json")).isEqualTo(1);
  }

  @Test
  void theSameKeyOfAnotherCallerIsAnotherOne() throws Exception {
    HttpResponse<String> alice = application.post("/json", "shared");
    HttpRequest.Builder other = application.request("/json").setHeader("Idempotency-Key", "shared");

    HttpResponse<String> bob = application.send(other.setHeader("User", "bob"));

    assertThat(isReplayed(bob)).isFalse();
    assertThat(bob.body()).isNotEqualTo(alice.body());
    assertProblem(application.send(other.setHeader("User", "nobody")), 500, "caller-unknown");
    assertProblem(application.send(other.setHeader("User", "unnamed")), 500, "caller-unknown");
    assertThat(shop.runs("/json")).isEqualTo(2);
  }

  @Test
  void aCallerOfYourOwnReplacesThatOfTheServer() throws Exception {
    try (WebApplication anyone =
        new WebApplication(
            new InMemoryStore(),
            context -> context.registerBean(Caller.class, Caller::anyone),
            Shop.class)) {
      HttpRequest.Builder request =
          anyone.request("/text").setHeader("Idempotency-Key", "k").setHeader("User", "nobody");

      assertThat(anyone.send(request).statusCode()).isEqualTo(200);
      assertThat(isReplayed(anyone.send(request.setHeader("User", "bob")))).isTrue();
    }
  }

  /** As that of Spring Data REST, which is for its own controllers. */
  static class OtherAdapter extends RequestMappingHandlerAdapter {
    @Override
    protected boolean supportsInternal(HandlerMethod method) {
      return false;
    }
  }

  @Test
  void ofTwoAdaptersTheOneThatIsForItRunsTheMethod() throws Exception {
    try (WebApplication two =
        new WebApplication(
            new InMemoryStore(), context -> context.registerBean(OtherAdapter.class), Shop.class)) {
      assertThat(two.post("/text", "two").body()).isEqualTo("Grüße 1");
    }
  }

  @Test
  void ofTwoRequestsAtOnceOneRuns() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    shop.meanwhile =
        () -> {
          running.countDown();
          answered.await();
        };
    CompletableFuture<HttpResponse<String>> first =
        CompletableFuture.supplyAsync(() -> posted("/json", "at-once"));
    running.await();

    HttpResponse<String> second = application.post("/json", "at-once");
    answered.countDown();

    assertProblem(second, 409, "in-flight");
    assertThat(second.headers().firstValue("Retry-After")).contains("1");
    assertThat(first.get().statusCode()).isEqualTo(200);
    assertThat(application.post("/json", "at-once").body()).isEqualTo(first.get().body());
    assertThat(shop.runs("/json")).isEqualTo(1);
  }

  private static HttpResponse<String> posted(String path, String key) {
    try {
      return application.post(path, key);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void itsClaimIsRenewedWhileItRuns() throws Exception {
    shop.meanwhile =
        () -> {
          application.timers.advance(Duration.ofMinutes(5));
          shop.meanwhile = () -> {};
          assertProblem(application.post("/json", "long"), 409, "in-flight");
        };

    assertThat(application.post("/json", "long").statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "/busy, 503, '{\"shop\":\"busy\"}', 503",
    "/slower, 429, slower, 429",
    "/gateway, 502, no answer, 409"
  })
  void anAnswerThatIsNoEndIsSentOnce(String path, int first, String content, int second)
      throws Exception {
    HttpResponse<String> answer = application.post(path, "no-end");

    assertThat(answer.statusCode()).isEqualTo(first);
    assertThat(answer.body()).isEqualTo(content);
    HttpResponse<String> again = application.post(path, "no-end");
    assertThat(again.statusCode()).isEqualTo(second);
    assertThat(isReplayed(again)).isFalse();
    // Under HOLD, a 502 may have had an effect.
    assertThat(shop.runs(path)).isEqualTo(first == second ? 2 : 1);
  }

  @Test
  void anExceptionThatNobodyHandlesRevealsNothingAndRunsAgain() throws Exception {
    HttpResponse<String> first = application.post("/broken", "broken");

    assertProblem(first, 500, "attempt-failed");
    assertThat(first.body()).doesNotContain("4711");
    application.post("/broken", "broken");
    assertThat(shop.runs("/broken")).isEqualTo(2);
  }

  /** Spring takes it for a caller that has gone, and answers nothing. */
  @Test
  void aConnectionThatTheMethodHasLostIsNoAnswer() throws Exception {
    assertProblem(application.post("/pipe", "pipe"), 500, "attempt-failed");
    application.post("/pipe", "pipe");
    assertThat(shop.runs("/pipe")).isEqualTo(2);
  }

  @Test
  void anAnswerThatWouldComeLaterIsNone() throws Exception {
    assertProblem(application.post("/future", "future"), 500, "attempt-failed");
    assertProblem(application.post("/async", "async"), 500, "attempt-failed");
  }

  @Test
  void contentThatSpringCannotReadIsRefusedTheSameWayAgain() throws Exception {
    HttpRequest.Builder request =
        application
            .request("/json")
            .POST(BodyPublishers.ofString("{\"item\":"))
            .setHeader("Idempotency-Key", "unreadable");

    HttpResponse<String> first = application.send(request);
    HttpResponse<String> again = application.send(request);

    assertThat(first.statusCode()).isEqualTo(400);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(isReplayed(again)).isTrue();
    assertThat(shop.runs("/json")).isZero();
  }

  @Test
  void ofAnAnswerThatIsTooLargeStatusAndHeadersAreKept() throws Exception {
    String content = "x".repeat(1_000_000);
    HttpRequest.Builder request =
        application
            .request("/large")
            .POST(BodyPublishers.ofString(content))
            .setHeader("Content-Type", "text/plain")
            .setHeader("Idempotency-Key", "large");

    HttpResponse<String> first = application.send(request);
    HttpResponse<String> again = application.send(request);

    assertThat(first.body()).isEqualTo(content);
    assertProblem(again, 201, "answer-not-kept");
    assertThat(again.headers().firstValue("X-Receipt")).contains("big");
    assertThat(shop.runs("/large")).isEqualTo(1);
  }

  @Test
  void withoutTheStoreNothingRuns() throws Exception {
    STORE.goDown();

    assertProblem(application.post("/json", "down"), 503, "not-started");
    assertThat(shop.runs("/json")).isZero();
  }

  /** As if the process had died before the completion. */
  @Test
  void anAnswerWithoutARecordIsWithheldAndTheRequestRunsAgainAfterItsLease() throws Exception {
    STORE.failNext(Verb.COMPLETE, 1, StoreException.Kind.UNREADABLE);

    HttpResponse<String> withheld = application.post("/entity", "unrecorded");

    assertProblem(withheld, 503, "unrecorded");
    assertThat(withheld.headers().map())
        .doesNotContainKeys("location", "etag", "x-other", "x-receipt", "set-cookie");
    assertThat(withheld.headers().allValues("X-Frame-Options")).containsExactly("DENY");
    assertProblem(application.post("/entity", "unrecorded"), 409, "in-flight");
    long wait = withheld.headers().firstValueAsLong("Retry-After").orElseThrow();
    // The heartbeat, and a margin for clocks.
    assertThat(wait).isEqualTo(62);
    application.clock.advance(Duration.ofSeconds(wait));
    assertThat(application.post("/entity", "unrecorded").statusCode()).isEqualTo(201);
    assertThat(shop.runs("/entity")).isEqualTo(2);
  }

  @Test
  void anAnswerThatIsLostOnItsWayIsKept() throws Exception {
    HttpRequest.Builder request = application.request("/json").setHeader("Idempotency-Key", "lost");

    HttpResponse<String> lost = application.send(request.copy().header("Lose", "it"));

    assertThat(lost.statusCode()).isEqualTo(500);

    HttpResponse<String> again = application.send(request);
    assertThat(isReplayed(again)).isTrue();
    assertThat(again.body()).isEqualTo("{\"item\":\"tea\",\"run\":1}");
    assertThat(shop.runs("/json")).isEqualTo(1);
  }

  @Test
  void aRepetitionAfterARestartGetsTheFirstAnswer() throws Exception {
    HttpResponse<String> first = application.post("/entity", "restart");

    try (WebApplication restarted = started()) {
      HttpResponse<String> again = restarted.post("/entity", "restart");

      assertThat(again.body()).isEqualTo(first.body());
      assertThat(isReplayed(again)).isTrue();
      assertThat(restarted.bean(Shop.class).runs("/entity")).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({"POST, posted", "PUT, put"})
  void theFieldsOfAFormAreItsContent(String method, String key) throws Exception {
    HttpRequest.Builder request =
        application
            .request("/form")
            .method(method, BodyPublishers.ofString("item=green+tea"))
            .setHeader("Content-Type", "application/x-www-form-urlencoded")
            .setHeader("Idempotency-Key", key);

    assertThat(application.send(request).body()).startsWith("green tea ");
    assertThat(isReplayed(application.send(request))).isTrue();
    assertProblem(
        application.send(request.method(method, BodyPublishers.ofString("item=black+tea"))),
        422,
        "key-reused");
  }

  @Test
  void aFieldOfAFormMayHaveNoValue() throws Exception {
    HttpRequest.Builder request =
        application
            .request("/form")
            .PUT(BodyPublishers.ofString("gift&item=tea"))
            .setHeader("Content-Type", "application/x-www-form-urlencoded")
            .setHeader("Idempotency-Key", "no-value");

    assertThat(application.send(request).body()).startsWith("tea ");
  }

  @Test
  void aFormThatNothingHasReadIsContentToo() throws Exception {
    Map<String, Object> settings = Map.of("spring.mvc.formcontent.filter.enabled", "false");
    try (WebApplication unfiltered =
        new WebApplication(
            new InMemoryStore(),
            context ->
                context
                    .getEnvironment()
                    .getPropertySources()
                    .addFirst(new MapPropertySource("unfiltered", settings)),
            Shop.class)) {
      HttpRequest.Builder request =
          unfiltered
              .request("/fields")
              .PUT(BodyPublishers.ofString("item=green+tea"))
              .setHeader("Content-Type", "application/x-www-form-urlencoded")
              .setHeader("Idempotency-Key", "unread");

      assertThat(unfiltered.send(request).body()).isEqualTo("item=green+tea");
      assertProblem(
          unfiltered.send(request.PUT(BodyPublishers.ofString("item=black+tea"))),
          422,
          "key-reused");
    }
  }

  @Test
  void aRequestOfSeveralPartsIsRefused() throws Exception {
    HttpRequest.Builder request =
        application
            .request("/large")
            .POST(BodyPublishers.ofString("--x--"))
            .setHeader("Content-Type", "multipart/form-data; boundary=x")
            .setHeader("Idempotency-Key", "parts");

    assertThat(application.send(request).statusCode()).isEqualTo(415);
  }

  @Test
  void anExpressionCanNameTheKeyAndWhatMustAgree() throws Exception {
    assertThat(cart("7", "1", "tea", "ann").body()).isEqualTo("7 1");
    assertThat(cart("7", "1", "milk", "ann").body()).isEqualTo("7 1");
    assertThat(cart("7", "2", "tea", "ann").body()).isEqualTo("7 2");
    assertThat(cart("8", "2", "tea", "ann").body()).isEqualTo("8 3");
    assertProblem(cart("7", "1", "tea", "joe"), 422, "key-reused");
    assertProblem(
        application.send(application.request("/carts/7").PUT(BodyPublishers.noBody())),
        400,
        "key-malformed");
    assertProblem(
        application.send(
            application.request("/carts/7").PUT(BodyPublishers.noBody()).header("X-Revision", "3")),
        500,
        "request-unreadable");
  }

  private static HttpResponse<String> cart(String id, String revision, String item, String owner)
      throws Exception {
    return application.send(
        application
            .request("/carts/" + id)
            .PUT(BodyPublishers.ofString(item))
            .header("X-Revision", revision)
            .header("X-Owner", owner));
  }

  @Test
  void aMethodCanTakeItsAttemptAndSteps() throws Exception {
    assertThat(application.post("/attempt", "attempt").body()).isEqualTo("1 charged once");
    assertThat(RECORDS.records().values())
        .anyMatch(it -> it.status() == Status.COMPLETED && !it.steps().isEmpty());
  }

  @Test
  void whatRunsNowIsCounted() throws Exception {
    shop.meanwhile = () -> assertThat(running()).isEqualTo(1);

    assertThat(application.post("/json", "counted").statusCode()).isEqualTo(200);
    assertThat(running()).isZero();
  }

  private static int running() {
    return application.bean(OnceListeners.class).methods().values().stream()
        .mapToInt(it -> it.running().get())
        .sum();
  }

  private static void assertProblem(HttpResponse<String> answer, int status, String type) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
    assertThat(answer.body()).contains("\"urn:effectively-once:problem:" + type + "\"");
  }
}
