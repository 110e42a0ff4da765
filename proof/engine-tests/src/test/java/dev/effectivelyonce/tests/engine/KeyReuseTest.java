package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A producer sends another payload under a key that is taken. */
class KeyReuseTest {
  private final Bench bench = new Bench(HOLD);
  private final Effect effect = new Effect();

  /** Brings the record of payload "10" to the status. */
  private void given(Status status) {
    Handler handler =
        switch (status) {
          case INPROGRESS, COMPLETED -> attempt -> HandlerResult.completed();
          case RETRYABLE -> attempt -> HandlerResult.retry("busy");
          case FAILED -> attempt -> HandlerResult.fail("closed");
          case UNKNOWN ->
              attempt -> {
                throw new IllegalStateException();
              };
        };
    if (status == Status.INPROGRESS) {
      Crash.between(bench, bench.request("10"), handler);
    } else {
      bench.engine.execute(bench.request("10"), handler);
    }
    bench.assertRecord(status, 1);
  }

  private void assertReused() {
    IdempotencyRecord before = bench.record();

    assertThat(bench.engine.execute(bench.request("99"), effect))
        .isEqualTo(new Outcome.KeyReused());

    assertThat(effect.count()).isZero();
    assertThat(bench.record()).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource
  void isRefusedWhateverTheStatusAndChangesNothing(Status status) {
    given(status);

    assertReused();
  }

  @Test
  void doesNotHoldALapsedClaim() {
    given(Status.INPROGRESS);
    bench.lapse();

    assertReused();
  }

  @Test
  void theSamePayloadIsServed() {
    given(Status.RETRYABLE);

    assertThat(bench.engine.execute(bench.request("10"), effect).isDone()).isTrue();
  }

  @Test
  void aDeliveryThatComparesNothingIsServed() {
    given(Status.RETRYABLE);

    assertThat(bench.deliver(effect).isDone()).isTrue();
  }

  @Test
  void theFirstPayloadOfARecordWithoutOneCountsFromThen() {
    bench.deliver(attempt -> HandlerResult.retry("busy"));
    bench.engine.execute(bench.request("10"), attempt -> HandlerResult.retry("busy"));

    assertReused();
  }

  @Test
  void aForgottenKeyIsFree() {
    given(Status.COMPLETED);
    bench.clock.set(bench.record().stamp().keptUntil());

    assertThat(bench.engine.execute(bench.request("99"), effect).isDone()).isTrue();
  }
}
