package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An attempt that did not say how it ended. */
class AbandonedClaimTest {
  private static final Handler THROWS =
      attempt -> {
        throw new IllegalStateException("card 4111");
      };
  private final Bench rerun = new Bench(RERUN);
  private final Bench hold = new Bench(HOLD);
  private final Effect effect = new Effect();

  @ParameterizedTest
  @EnumSource
  void aLiveClaimIsWaitedFor(AbandonedClaimPolicy policy) {
    Bench bench = new Bench(policy);
    Crash.between(bench, effect);
    bench.clock.advance(Bench.TIME.plus(Bench.MARGIN).minusMillis(1));

    assertThat(bench.deliver(effect)).isInstanceOf(Outcome.InFlight.class);
    bench.assertRecord(Status.INPROGRESS, 1);
  }

  @Test
  void underRerunALapsedClaimIsTakenOverAndRunsAgain() {
    Crash.between(rerun, effect);
    rerun.lapse();

    assertThat(rerun.deliver(effect)).isEqualTo(new Outcome.Executed(Effect.resultOf(2), 2));
    assertThat(effect.runs).last().matches(attempt -> !attempt.isFirst());
    rerun.assertRecord(Status.COMPLETED, 2);
  }

  @Test
  void underHoldALapsedClaimWaitsForAnOperator() {
    Crash.between(hold, effect);
    hold.lapse();

    ErrorSummary why = new ErrorSummary("The lease lapsed before the attempt ended");
    assertThat(hold.deliver(effect)).isEqualTo(new Outcome.Held(why));
    assertThat(effect.count()).isEqualTo(1);
    hold.assertRecord(Status.UNKNOWN, 1);
    assertThat(hold.record().error()).contains(why);
  }

  @Test
  void underRerunAnExceptionIsReleasedWithoutItsMessage() {
    assertThat(rerun.deliver(THROWS)).isInstanceOf(Outcome.Released.class);

    rerun.assertRecord(Status.RETRYABLE, 1);
    assertThat(rerun.record().error().orElseThrow().text())
        .startsWith("java.lang.IllegalStateException at " + getClass().getName())
        .doesNotContain("4111");
    assertThat(rerun.deliver(effect).isDone()).isTrue();
  }

  @Test
  void underHoldAnExceptionIsAnUnknownOutcome() {
    assertThat(hold.deliver(THROWS)).isInstanceOf(Outcome.Held.class);

    hold.assertRecord(Status.UNKNOWN, 1);
    assertThat(hold.deliver(effect)).isInstanceOf(Outcome.Held.class);
    hold.lapse();
    assertThat(hold.deliver(effect)).isInstanceOf(Outcome.Held.class);
    assertThat(effect.count()).isZero();
  }
}
