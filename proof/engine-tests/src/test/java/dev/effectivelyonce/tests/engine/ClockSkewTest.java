package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.Status;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two processes whose clocks differ, the second ahead of the first by a skew. */
class ClockSkewTest {
  private static final Duration TICK = Duration.ofMillis(1);
  private final Effect first = new Effect();
  private final Effect second = new Effect();

  private Outcome deliverToSecond(Bench bench, Duration ahead) {
    Clock local = Clock.offset(bench.clock, ahead);
    return bench
        .engine(bench.store, local, String::valueOf, transition -> {})
        .execute(Bench.requestAt(local.instant()), second);
  }

  @ParameterizedTest
  @CsvSource({"RERUN,PT10S", "RERUN,PT0S", "RERUN,PT-10S", "HOLD,PT10S", "HOLD,PT-10S"})
  void withinTheMarginTheyNeverRunAtOnce(AbandonedClaimPolicy policy, Duration ahead) {
    Bench bench = new Bench(policy);

    Outcome outcome =
        bench.deliver(
            first.then(
                () -> {
                  bench.clock.advance(Bench.TIME.minus(TICK));
                  assertThat(deliverToSecond(bench, ahead)).isInstanceOf(Outcome.InFlight.class);
                }));

    assertThat(outcome.isDone()).isTrue();
    assertThat(second.count()).isZero();
  }

  @Test
  void beyondTheMarginUnderRerunBothRunAndTheSecondsResultStands() {
    Bench bench = new Bench(RERUN);

    Outcome outcome =
        bench.deliver(
            first.then(
                () -> {
                  bench.clock.advance(Bench.TIME.minus(TICK));
                  deliverToSecond(bench, Bench.MARGIN.plus(TICK));
                }));

    assertThat(outcome).isEqualTo(new Outcome.Superseded(1));
    assertThat(second.count()).isEqualTo(1);
    assertThat(bench.record().result()).isEqualTo(Effect.resultOf(2));
  }

  @Test
  void beyondTheMarginUnderHoldOneRunsAndAnOperatorIsAsked() {
    Bench bench = new Bench(HOLD);

    Outcome outcome =
        bench.deliver(
            first.then(
                () -> {
                  bench.clock.advance(Bench.TIME.minus(TICK));
                  deliverToSecond(bench, Bench.MARGIN.plus(TICK));
                }));

    assertThat(outcome).isEqualTo(new Outcome.Superseded(1));
    assertThat(second.count()).isZero();
    bench.assertRecord(Status.UNKNOWN, 1);
  }

  @Test
  void aClockBehindWaitsLongerAndLosesNothing() {
    Bench bench = new Bench(RERUN);
    Crash.between(bench, first);
    bench.lapse();
    Duration behind = Bench.MARGIN.negated();

    assertThat(deliverToSecond(bench, behind)).isInstanceOf(Outcome.InFlight.class);
    bench.clock.advance(Bench.MARGIN);
    assertThat(deliverToSecond(bench, behind).isDone()).isTrue();
  }
}
