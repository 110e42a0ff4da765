package dev.effectivelyonce.tests.http;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.http.Bench.PAY;
import static dev.effectivelyonce.tests.http.OutcomesToHttpTest.isProblem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.http.ApiResponse;
import dev.effectivelyonce.http.HttpApi;
import dev.effectivelyonce.http.ResponseMeaning;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which answers are kept, and what becomes of the others. */
class MeaningTest {
  @ParameterizedTest
  @ValueSource(ints = {200, 201, 204, 302, 400, 402, 404, 409, 422})
  void isDone(int status) {
    assertThat(statusAfterAnswering(RERUN, status)).isEqualTo(Status.COMPLETED);
    assertThat(statusAfterAnswering(HOLD, status)).isEqualTo(Status.COMPLETED);
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 425, 429})
  void saysThatNothingHappened(int status) {
    assertThat(statusAfterAnswering(RERUN, status)).isEqualTo(Status.RETRYABLE);
    assertThat(statusAfterAnswering(HOLD, status)).isEqualTo(Status.RETRYABLE);
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 502, 503, 504})
  void isUnknown(int status) {
    assertThat(statusAfterAnswering(RERUN, status)).isEqualTo(Status.RETRYABLE);
    assertThat(statusAfterAnswering(HOLD, status)).isEqualTo(Status.UNKNOWN);
  }

  @Test
  void behindAGatewaysErrorTheMoneyMayHaveMoved() {
    assertThat(statusAfterAnswering(HOLD, 502)).isEqualTo(Status.UNKNOWN);
  }

  private static Status statusAfterAnswering(AbandonedClaimPolicy policy, int status) {
    Bench bench = new Bench(policy);
    HttpApi api = bench.api((request, attempt) -> HandlerResult.completed(ApiResponse.of(status)));

    assertThat(bench.send(api, PAY)).isEqualTo(ApiResponse.of(status));

    return bench.record().orElseThrow().status();
  }

  @Test
  void anExceptionIs500AndTheSameRequestMayRunAgainUnderRerun() {
    Bench bench = new Bench(RERUN);

    isProblem(bench.send(throwing(bench), PAY), 500, "attempt-failed");

    assertThat(bench.send(bench.builder().build(), PAY).status()).isEqualTo(201);
  }

  @Test
  void anExceptionIsHeldUnderHoldAndEveryRepetitionIsToldSo() {
    Bench bench = new Bench(HOLD);

    isProblem(bench.send(throwing(bench), PAY), 409, "held");

    isProblem(bench.send(bench.builder().build(), PAY), 409, "held");
    assertThat(bench.booked).hasValue(1);
  }

  @Test
  void whatAnApiTakesAnAnswerForIsItsOwnToSay() {
    Bench bench = new Bench(HOLD);
    HttpApi sure = bench.builder().meaning(answer -> ResponseMeaning.NOTHING_HAPPENED).build();

    assertThat(bench.send(sure, PAY).status()).isEqualTo(201);
    assertThat(bench.send(sure, PAY).body().text()).isEqualTo("{\"booking\":2}");
  }

  @ParameterizedTest
  @EnumSource
  void nullIsNoAnswerAndRunsAgainWhereAnExceptionDoes(AbandonedClaimPolicy policy) {
    Bench bench = new Bench(policy);
    HttpApi careless =
        bench.api(
            (request, attempt) -> {
              bench.booked();
              return nothing();
            });

    assertThatItMayHaveHappened(policy, bench.send(careless, PAY));
    assertThatItMayHaveHappened(policy, bench.send(careless, PAY));

    assertThat(bench.booked).hasValue(policy == HOLD ? 1 : 2);
  }

  @ParameterizedTest
  @EnumSource
  void anAnswerWhoseMeaningCantBeToldMayHaveHappened(AbandonedClaimPolicy policy) {
    Bench bench = new Bench(policy);
    HttpApi unclear =
        bench
            .builder()
            .meaning(
                answer -> {
                  throw new IllegalStateException("no meaning");
                })
            .build();

    assertThatItMayHaveHappened(policy, bench.send(unclear, PAY));
    assertThat(bench.booked).hasValue(1);
  }

  private static void assertThatItMayHaveHappened(AbandonedClaimPolicy policy, ApiResponse answer) {
    assertThat(answer.body().text()).doesNotContain("Nothing happened");
    isProblem(answer, policy == HOLD ? 409 : 500, policy == HOLD ? "held" : "attempt-failed");
  }

  @SuppressWarnings("NullAway")
  private static HandlerResult nothing() {
    return null;
  }

  private static HttpApi throwing(Bench bench) {
    return bench.api(
        (request, attempt) -> {
          bench.booked();
          throw new IllegalStateException("after the effect");
        });
  }
}
