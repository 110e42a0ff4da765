package dev.effectivelyonce.tests.http;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.http.Bench.PAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.engine.UnsoundProcessError;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.http.ApiBody;
import dev.effectivelyonce.http.ApiResponse;
import dev.effectivelyonce.http.HttpApi;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutcomesToHttpTest {
  private final Bench bench = new Bench(RERUN);
  private final HttpApi api = bench.builder().build();

  @Test
  void theFirstAnswerIsTheHandlers() {
    ApiResponse answer = bench.send(api, PAY);

    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.body().text()).isEqualTo("{\"booking\":1}");
    assertThat(answer.header("Idempotent-Replayed")).isEmpty();
  }

  @Test
  void aProcessThatCanNotReadARequestEndsSoThatLambdaReplacesIt() {
    HttpApi unsound =
        bench
            .builder()
            .fingerprint(
                request -> {
                  throw new NoClassDefFoundError("Gone");
                })
            .build();

    assertThatThrownBy(() -> bench.send(unsound, PAY)).isInstanceOf(UnsoundProcessError.class);
    assertThat(bench.booked).hasValue(0);
  }

  @Test
  void aCallerWhoseNameIsNoTextIsRefused() {
    HttpApi garbled = bench.builder().caller(request -> Optional.of("\ud800")).build();

    assertThat(bench.send(garbled, PAY).status()).isGreaterThanOrEqualTo(400);
    assertThat(bench.booked).hasValue(0);
  }

  @Test
  void aRepetitionGetsTheFirstAnswerMarkedAsReplayed() {
    ApiResponse first = bench.send(api, PAY);

    ApiResponse second = bench.send(api, PAY);

    assertThat(second).isEqualTo(first.header("Idempotent-Replayed", "true"));
    assertThat(bench.booked).hasValue(1);
  }

  @Test
  void whileTheFirstIsHandledACopyGets409AndIsToldWhenToComeBack() {
    List<ApiResponse> meanwhile = new ArrayList<>();
    HttpApi slow =
        bench.api(
            (request, attempt) -> {
              meanwhile.add(bench.send(api, PAY));
              return bench.book(request, attempt);
            });

    assertThat(bench.send(slow, PAY).status()).isEqualTo(201);

    assertThat(meanwhile).singleElement().satisfies(it -> isProblem(it, 409, "in-flight"));
    assertThat(meanwhile.getFirst().header("Retry-After")).contains("1");
    assertThat(bench.booked).hasValue(1);
  }

  @Test
  void aBusinessRefusalIsKeptAndReplayed() {
    HttpApi refusing =
        bench.api(
            (request, attempt) -> {
              bench.booked.incrementAndGet();
              return HandlerResult.completed(ApiResponse.json(402, "{\"why\":\"no money\"}"));
            });

    assertThat(bench.send(refusing, PAY).status()).isEqualTo(402);

    ApiResponse second = bench.send(refusing, PAY);
    assertThat(second.status()).isEqualTo(402);
    assertThat(second.body().text()).isEqualTo("{\"why\":\"no money\"}");
    assertThat(second.header("Idempotent-Replayed")).contains("true");
    assertThat(bench.booked).hasValue(1);
  }

  @Test
  void aRequestThatCanNeverBeHandledGets422WithTheReasonAndItsRepetitionsToo() {
    HttpApi failing = bench.api((request, attempt) -> HandlerResult.fail("The account is closed"));

    ApiResponse first = bench.send(failing, PAY);
    ApiResponse second = bench.send(api, PAY);

    isProblem(first, 422, "failed");
    assertThat(first.body().text()).contains("\"detail\":\"The account is closed\"");
    assertThat(first.header("Idempotent-Replayed")).isEmpty();
    assertThat(second).isEqualTo(first.header("Idempotent-Replayed", "true"));
    assertThat(bench.booked).hasValue(0);
  }

  @Test
  void aHandlerThatPutsItOffAnswers503AndMayRunAgain() {
    HttpApi busy =
        bench.api((request, attempt) -> HandlerResult.retryAfter(Duration.ofMillis(2500), "busy"));

    ApiResponse first = bench.send(busy, PAY);

    isProblem(first, 503, "put-off");
    assertThat(first.header("Retry-After")).contains("3");
    assertThat(bench.send(api, PAY).status()).isEqualTo(201);
  }

  @Test
  void withoutTheStoreTheHandlerDoesNotRunAndTheCallerGets503() {
    bench.store.failNext(Verb.CLAIM, 1, StoreException.Kind.UNREACHABLE);

    ApiResponse answer = bench.send(api, PAY);

    isProblem(answer, 503, "not-started");
    assertThat(answer.header("Retry-After")).contains("1");
    assertThat(bench.booked).hasValue(0);
  }

  @Test
  void nearTheEndOfTheInvocationTheHandlerDoesNotRunAndTheCallerGets503() {
    ApiResponse answer = bench.send(api, PAY, Duration.ofMillis(500));

    isProblem(answer, 503, "not-started");
    assertThat(bench.booked).hasValue(0);
    assertThat(bench.record()).isEmpty();
  }

  @Test
  void anEndThatCantBeRecordedIsNoSuccess() {
    bench.store.failNext(Verb.COMPLETE, 1, StoreException.Kind.DENIED);

    ApiResponse answer = bench.send(api, PAY);

    isProblem(answer, 503, "unrecorded");
    assertThat(answer.header("Retry-After")).contains("12");
    isProblem(bench.send(api, PAY), 409, "in-flight");
  }

  @Test
  void anAttemptThatLostItsClaimDoesNotAnswerForItsSuccessor() {
    HttpApi slow =
        bench.api(
            (request, attempt) -> {
              bench.lapse();
              bench.send(api, PAY);
              return HandlerResult.completed(ApiResponse.of(299));
            });

    isProblem(bench.send(slow, PAY), 409, "in-flight");

    assertThat(bench.send(api, PAY).body().text()).isEqualTo("{\"booking\":1}");
  }

  @Test
  void aHandlerWithoutAnAnswerIs204() {
    HttpApi silent = bench.api((request, attempt) -> HandlerResult.completed());

    assertThat(bench.send(silent, PAY)).isEqualTo(ApiResponse.of(204));
    assertThat(bench.send(silent, PAY))
        .isEqualTo(ApiResponse.of(204).header("Idempotent-Replayed", "true"));
  }

  @Test
  void aValueThatIsNoAnswerIsDoneAllTheSame() {
    HttpApi wrong =
        bench.api(
            (request, attempt) -> {
              bench.booked();
              return HandlerResult.completed("a receipt");
            });

    isProblem(bench.send(wrong, PAY), 200, "answer-not-kept");
    isProblem(bench.send(wrong, PAY), 200, "answer-not-kept");

    assertThat(bench.booked).hasValue(1);
    assertThat(bench.record().orElseThrow().status()).isEqualTo(Status.COMPLETED);
  }

  @Test
  void anAnswerThatIsTooLargeGoesOutOnceAndItsStatusAndHeadersAreKept() {
    String large = "{\"text\":\"" + "x".repeat(400) + "\"}";
    HttpApi wordy =
        bench
            .builder()
            .maxResultBytes(300)
            .handler(
                (request, attempt) ->
                    HandlerResult.completed(
                        bench.booked().body(ApiResponse.json(201, large).body())))
            .build();

    assertThat(bench.send(wordy, PAY).body().text()).isEqualTo(large);

    ApiResponse second = bench.send(wordy, PAY);
    isProblem(second, 201, "answer-not-kept");
    assertThat(second.body().text()).contains("had 411 bytes");
    assertThat(second.header("Location")).contains("/payments/1");
    assertThat(second.header("Idempotent-Replayed")).contains("true");
    assertThat(bench.booked).hasValue(1);
  }

  @Test
  void theProblemInThePlaceOfACompressedAnswerIsNotCompressed() {
    byte[] large = new byte[400];
    HttpApi wordy =
        bench
            .builder()
            .maxResultBytes(300)
            .handler(
                (request, attempt) ->
                    HandlerResult.completed(
                        bench.booked().header("Content-Encoding", "gzip").body(ApiBody.of(large))))
            .build();
    bench.send(wordy, PAY);

    ApiResponse second = bench.send(wordy, PAY);

    isProblem(second, 201, "answer-not-kept");
    assertThat(second.header("Content-Encoding")).isEmpty();
  }

  static void isProblem(ApiResponse answer, int status, String type) {
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).contains("application/problem+json");
    assertThat(answer.body().text())
        .contains(
            "\"type\":\"urn:effectively-once:problem:" + type + "\"",
            "\"title\":",
            "\"status\":" + status,
            "\"remedy\":");
  }
}
