package dev.effectivelyonce.tests.http;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.http.Bench.PAY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.http.ApiRequest;
import dev.effectivelyonce.http.ApiResponse;
import dev.effectivelyonce.http.HttpApi;
import dev.effectivelyonce.tests.words.Numbers;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StepsOfARequestTest {
  private final Bench bench = new Bench(RERUN);
  private final AtomicInteger attempts = new AtomicInteger();

  @Test
  void aStepWhoseResultAnApiOfStringsCanNeverKeepIsNotBegun() {
    HttpApi api = bench.api((request, attempt) -> charge(attempt, 7, Integer.class));

    assertThat(bench.send(api, PAY).status()).isEqualTo(500);

    assertThat(bench.booked).hasValue(0);
    assertThat(bench.record().orElseThrow().error().orElseThrow().text())
        .contains("stepResults(…)");
  }

  @Test
  void resultsOfStepsAreKeptAsTheApiSays() {
    HttpApi api =
        bench
            .builder()
            .stepResults(new Numbers())
            .handler((ApiRequest request, Attempt attempt) -> charge(attempt, 7, Integer.class))
            .build();

    assertThat(bench.send(api, PAY).status()).isEqualTo(500);
    ApiResponse second = bench.send(api, PAY);

    assertThat(second.body().text()).isEqualTo("7");
    assertThat(bench.booked).hasValue(1);
    assertThat(bench.send(api, PAY)).isEqualTo(second.header("Idempotent-Replayed", "true"));
  }

  /** The first attempt ends after the step. */
  private <T> HandlerResult charge(Attempt attempt, T receipt, Class<T> type) throws Exception {
    T charged =
        attempt
            .steps()
            .run(
                "charge",
                StepPolicy.hold(type),
                key -> {
                  bench.booked();
                  return receipt;
                });
    if (attempts.incrementAndGet() == 1) {
      throw new IllegalStateException("between charge and answer");
    }
    return HandlerResult.completed(ApiResponse.json(201, charged.toString()));
  }
}
