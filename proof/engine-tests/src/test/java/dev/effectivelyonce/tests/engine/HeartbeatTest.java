package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Heartbeat;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A claim is renewed while its handler runs. */
class HeartbeatTest {
  private static final Duration TICK = Duration.ofMillis(1);
  private final Effect effect = new Effect();
  private final Beating beating = new Beating(RERUN);
  private final Bench bench = beating.bench;

  @Test
  void aHandlerOfAnHourKeepsAClaimOfHalfAMinute() {
    Outcome outcome =
        beating.deliver(
            effect.then(
                () -> {
                  beating.pass(Duration.ofHours(1));
                  assertThat(bench.deliver(effect)).isInstanceOf(Outcome.InFlight.class);
                }));

    assertThat(outcome).isEqualTo(new Outcome.Executed(Effect.resultOf(1), 1));
    assertThat(effect.count()).isEqualTo(1);
    assertThat(beating.renewals()).isEqualTo(360);
  }

  @Test
  void aHandlerThatEndsWithinTheFirstThirdCostsNoRenewal() {
    beating.deliver(effect.then(() -> beating.pass(Beating.BEAT.minus(TICK))));

    assertThat(beating.renewals()).isZero();
    assertThat(bench.timers.pending()).isZero();
  }

  @Test
  void withoutAHeartbeatNoTimerIsSet() {
    Beating.execute(
        bench.engine,
        bench.request(),
        effect.then(() -> assertThat(bench.timers.pending()).isZero()));

    assertThat(bench.record().leaseUntil())
        .isEqualTo(bench.clock.instant().plus(Bench.TIME).plus(Bench.MARGIN));
  }

  @Test
  void eachRenewalGivesAWholeLeaseAndIsToldAfterItIsWritten() {
    beating.deliver(
        effect.then(
            () -> {
              beating.pass(Beating.BEAT);
              assertThat(bench.record().leaseUntil()).isEqualTo(beating.inALease());
              assertThat(beating.told).containsExactly(beating.inALease());
            }));

    beating.pass(Beating.LEASE);
    assertThat(beating.told).hasSize(1);
  }

  @Test
  void anAttemptThatDiesIsTakenOverAfterItsLease() {
    Crash.between(bench, beating.request(), effect);
    assertThat(bench.record().leaseUntil()).isEqualTo(beating.inALease());

    beating.freeze(Beating.LEASE.plus(Bench.MARGIN).minus(TICK));
    assertThat(beating.deliver(effect)).isInstanceOf(Outcome.InFlight.class);
    beating.freeze(TICK);
    assertThat(beating.deliver(effect).isDone()).isTrue();
    bench.assertRecord(Status.COMPLETED, 2);
  }

  @Test
  void aClaimThatWasAnsweredSlowlyIsRenewedSoon() {
    bench.store.afterNext(Verb.CLAIM, () -> beating.freeze(Beating.LEASE.minusSeconds(5)));

    beating.deliver(
        effect.then(
            () -> {
              beating.pass(Duration.ofSeconds(4));
              assertThat(beating.renewals()).isEqualTo(1);
            }));

    assertThat(bench.kinds()).hasSize(2);
  }

  @Test
  void aClaimThatAnotherClockCallsLapsedStartsNoHandler() {
    bench.store.afterNext(Verb.CLAIM, () -> beating.freeze(Beating.LEASE));

    assertThat(beating.deliver(effect))
        .isEqualTo(new Outcome.NotStarted(Outcome.Reason.LEASE_LAPSED));
    assertThat(effect.count()).isZero();
    bench.assertRecord(Status.RETRYABLE, 1);
  }

  @Test
  void aLeaseNeverOutlastsTheAttemptsTime() {
    Request request = beating.request(new Heartbeat(Duration.ofSeconds(31), lease -> {}));

    Beating.execute(
        bench.engine,
        request,
        effect.then(
            () -> {
              beating.pass(Beating.TIME.minusSeconds(1));
              assertThat(bench.record().leaseUntil()).isEqualTo(request.leaseUntil());
              assertThat(bench.timers.pending()).isZero();
            }));
  }

  @Test
  void whatThrowsAfterARenewalHasRenewedAllTheSame() {
    Heartbeat broken =
        new Heartbeat(
            Beating.LEASE,
            lease -> {
              throw new IllegalStateException("broken");
            });

    Outcome outcome =
        Beating.execute(
            bench.engine,
            beating.request(broken),
            attempt -> {
              beating.pass(Duration.ofMinutes(5));
              assertThat(attempt.claim().isHeld()).isTrue();
              return HandlerResult.completed();
            });

    assertThat(outcome.isDone()).isTrue();
    assertThat(beating.renewals()).isEqualTo(30);
  }

  @Test
  void theClaimIsRenewedWhileTheEndIsWritten() {
    bench.store.failNext(Verb.COMPLETE, 1);
    bench.store.beforeNext(Verb.COMPLETE, () -> beating.pass(Duration.ofMinutes(5)));

    assertThat(beating.deliver(effect).isDone()).isTrue();
    assertThat(beating.renewals()).isEqualTo(30);
    bench.assertRecord(Status.COMPLETED, 1);
  }

  @Test
  void aSingleShotThatNeedsAClaimAfterAllKeepsIt() {
    Outcome outcome =
        Beating.execute(
            bench.singleShot(),
            beating.request(),
            effect.then(() -> beating.pass(Duration.ofMinutes(1))));

    assertThat(outcome.isDone()).isTrue();
    assertThat(beating.renewals()).isEqualTo(6);
  }

  @Test
  void anObservedHandlerKeepsItsClaimByOneLease() {
    Beating.execute(
        bench.observing(),
        beating.request(),
        attempt -> {
          beating.pass(Duration.ofMinutes(5));
          assertThat(attempt.claim().isHeld()).isTrue();
          return HandlerResult.completed();
        });

    assertThat(beating.renewals()).isZero();
    bench.assertRecord(Status.COMPLETED, 1);
  }

  @Test
  void underHoldWhatThrewIsHeldWithTheLeaseThatWasRenewedLast() {
    Beating holding = new Beating(HOLD);

    Outcome outcome =
        holding.deliver(
            attempt -> {
              holding.pass(Duration.ofMinutes(1));
              throw new IllegalStateException();
            });

    assertThat(outcome).isInstanceOf(Outcome.Held.class);
    assertThat(holding.bench.store.calls(Verb.HOLD)).isEqualTo(1);
    holding.bench.assertRecord(Status.UNKNOWN, 1);
  }
}
