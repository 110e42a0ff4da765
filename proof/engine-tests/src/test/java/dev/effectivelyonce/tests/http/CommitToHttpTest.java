package dev.effectivelyonce.tests.http;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.http.Bench.PAY;
import static dev.effectivelyonce.tests.http.OutcomesToHttpTest.isProblem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.HandlerResult.NotDone;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.http.ApiResponse;
import dev.effectivelyonce.http.HttpApi;
import dev.effectivelyonce.testkit.InMemoryEffects;
import org.junit.jupiter.api.Test;

/** What a caller is told of effects that are committed with the record. */
class CommitToHttpTest {
  private final Bench bench = new Bench(RERUN);
  private final HttpApi api = committing(bench, 201);

  @Test
  void theAnswerGoesOutWhenTheEffectsAreWrittenAndIsReplayed() {
    ApiResponse first = bench.send(api, PAY);
    ApiResponse second = bench.send(api, PAY);

    assertThat(first).isEqualTo(ApiResponse.of(201));
    assertThat(second).isEqualTo(first.header("Idempotent-Replayed", "true"));
    assertThat(bench.booked).hasValue(1);
  }

  @Test
  void effectsThatWereRefusedForNowAre503() {
    HttpApi refused = refusing(HandlerResult.retry("The account changed"));

    isProblem(bench.send(refused, PAY), 503, "put-off");

    assertThat(bench.send(api, PAY)).isEqualTo(ApiResponse.of(201));
    assertThat(bench.booked).hasValue(1);
  }

  @Test
  void effectsThatWereRefusedForGoodAre422() {
    HttpApi refused = refusing(HandlerResult.fail("Too little is left"));

    isProblem(bench.send(refused, PAY), 422, "failed");
    isProblem(bench.send(api, PAY), 422, "failed");

    assertThat(bench.booked).hasValue(0);
  }

  @Test
  void effectsAreNotWrittenForAnAnswerThatSaysThatNothingHappened() {
    assertThat(bench.send(committing(bench, 429), PAY)).isEqualTo(ApiResponse.of(429));

    assertThat(bench.booked).hasValue(0);
    assertThat(bench.send(api, PAY)).isEqualTo(ApiResponse.of(201));
  }

  @Test
  void nobodyIsAskedAboutEffectsThatWereNotWritten() {
    Bench held = new Bench(HOLD);

    assertThat(held.send(committing(held, 500), PAY)).isEqualTo(ApiResponse.of(500));

    assertThat(held.record().orElseThrow().status()).isEqualTo(Status.RETRYABLE);
    assertThat(held.send(committing(held, 201), PAY)).isEqualTo(ApiResponse.of(201));
  }

  @Test
  void effectsThatTheStoreDoesNotKnowAreTheServicesMistake() {
    HttpApi foreign =
        bench.api(
            (request, attempt) -> HandlerResult.commit(new Effects() {}, ApiResponse.of(201)));

    isProblem(bench.send(foreign, PAY), 500, "refused");
  }

  /** A table's name in an answer helps nobody but an attacker, and 422 blames the caller. */
  @Test
  void whatTheStoreCanNotWriteIsTheServicesMistakeWithoutDetails() {
    NotDone unwritable = HandlerResult.fail(ErrorSummary.refused("table Accounts twice").text());
    ApiResponse first = bench.send(refusing(unwritable), PAY);

    isProblem(first, 500, "refused");
    assertThat(first.body().text()).doesNotContain("Accounts", "detail");
    assertThat(bench.send(api, PAY)).isEqualTo(first.header("Idempotent-Replayed", "true"));
    assertThat(bench.record().orElseThrow().error().orElseThrow().text()).contains("Accounts");
  }

  /** By 422 the caller would be told to send it under another key. */
  @Test
  void erasingLeavesItTheServicesMistake() {
    NotDone unwritable = HandlerResult.fail(ErrorSummary.refused("table Accounts twice").text());
    ApiResponse first = bench.send(refusing(unwritable), PAY);

    bench.memory.erase(bench.record().orElseThrow(), bench.clock.instant());

    assertThat(bench.send(api, PAY)).isEqualTo(first.header("Idempotent-Replayed", "true"));
    assertThat(bench.record().orElseThrow().error().orElseThrow().text())
        .doesNotContain("Accounts");
  }

  @Test
  void theAnswerThatEffectsYieldGoesOutAndIsReplayed() {
    ApiResponse created = ApiResponse.json(201, "{\"id\":7}").header("x-of-this-answer", "1");
    HttpApi yielding = yielding(bench, created);

    assertThat(bench.send(yielding, PAY)).isEqualTo(created);
    assertThat(bench.send(yielding, PAY))
        .isEqualTo(ApiResponse.json(201, "{\"id\":7}").header("Idempotent-Replayed", "true"));
    assertThat(bench.booked).hasValue(1);
  }

  @Test
  void effectsThatYieldAnAnswerWhichDoesNotCountAreNotWritten() {
    Bench held = new Bench(HOLD);
    ApiResponse broken = ApiResponse.of(500);

    assertThat(held.send(yielding(held, broken), PAY)).isEqualTo(broken);

    assertThat(held.booked).hasValue(0);
    assertThat(held.record().orElseThrow().status()).isEqualTo(Status.RETRYABLE);
    assertThat(held.send(yielding(held, ApiResponse.of(201)), PAY)).isEqualTo(ApiResponse.of(201));
  }

  @Test
  void anAnswerBesideEffectsThatYieldOneIsTheServicesMistake() {
    HttpApi two =
        bench.api(
            (request, attempt) ->
                HandlerResult.commit(
                    InMemoryEffects.of(bench::booked).yielding(() -> ApiResponse.of(201)),
                    ApiResponse.of(202)));

    isProblem(bench.send(two, PAY), 500, "refused");

    assertThat(bench.booked).hasValue(0);
  }

  private static HttpApi yielding(Bench bench, ApiResponse answer) {
    return bench.api(
        (request, attempt) ->
            HandlerResult.commit(InMemoryEffects.of(bench::booked).yielding(() -> answer)));
  }

  private HttpApi refusing(NotDone outcome) {
    return bench.api(
        (request, attempt) ->
            HandlerResult.commit(
                InMemoryEffects.of(() -> false, bench::booked, outcome), ApiResponse.of(201)));
  }

  private static HttpApi committing(Bench bench, int status) {
    return bench.api(
        (request, attempt) ->
            HandlerResult.commit(InMemoryEffects.of(bench::booked), ApiResponse.of(status)));
  }
}
