package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Outcome.NotStarted;
import dev.effectivelyonce.core.engine.Outcome.Reason;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The store answers a claim when it is too late to start. */
class LateClaimTest {
  private final Effect effect = new Effect();

  private static Bench answering(AbandonedClaimPolicy policy, Verb verb, Duration late) {
    Bench bench = new Bench(policy);
    bench.store.afterNext(verb, () -> bench.clock.advance(late));
    return bench;
  }

  @ParameterizedTest
  @EnumSource
  void aLapsedClaimDoesNotStartAndIsGivenBack(AbandonedClaimPolicy policy) {
    Bench bench = answering(policy, Verb.CLAIM, Bench.TIME.plus(Bench.MARGIN));

    assertThat(bench.deliver(effect)).isEqualTo(new NotStarted(Reason.LEASE_LAPSED));

    assertThat(effect.count()).isZero();
    bench.assertRecord(Status.RETRYABLE, 1);
  }

  @ParameterizedTest
  @EnumSource
  void aClaimPastTheTimeToStopDoesNotStartAndIsGivenBack(AbandonedClaimPolicy policy) {
    Bench bench = answering(policy, Verb.CLAIM, Bench.TIME);

    assertThat(bench.deliver(effect)).isEqualTo(new NotStarted(Reason.DEADLINE));

    assertThat(effect.count()).isZero();
    bench.assertRecord(Status.RETRYABLE, 1);
  }

  @ParameterizedTest
  @EnumSource
  void aLateTakeoverIsGivenBackToo(AbandonedClaimPolicy policy) {
    Bench bench = answering(policy, Verb.TAKE_OVER, Bench.TIME);
    bench.deliver(attempt -> HandlerResult.retry("busy"));

    assertThat(bench.deliver(effect)).isEqualTo(new NotStarted(Reason.DEADLINE));

    assertThat(effect.count()).isZero();
    bench.assertRecord(Status.RETRYABLE, 2);
  }

  @Test
  void aClaimAnsweredAMillisecondBeforeTheTimeToStopStarts() {
    Bench bench = answering(HOLD, Verb.CLAIM, Bench.TIME.minusMillis(1));

    assertThat(bench.deliver(effect).isDone()).isTrue();
  }

  @Test
  void aLateClaimThatCanNotBeGivenBackIsHeldAtTheNextDelivery() {
    Bench bench = answering(HOLD, Verb.CLAIM, Bench.TIME.plus(Bench.MARGIN));
    bench.store.failNext(Verb.RELEASE, 1);

    assertThat(bench.deliver(effect)).isEqualTo(new NotStarted(Reason.LEASE_LAPSED));
    assertThat(bench.deliver(effect)).isInstanceOf(Outcome.Held.class);
    assertThat(effect.count()).isZero();
  }
}
