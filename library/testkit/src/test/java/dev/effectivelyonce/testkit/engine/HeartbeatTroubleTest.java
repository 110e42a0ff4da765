package dev.effectivelyonce.testkit.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.LiveClaim;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.steps.HandlerStopped;
import dev.effectivelyonce.core.steps.StepAction;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.testkit.StoreVerb;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What becomes of an attempt whose renewals meet trouble. */
class HeartbeatTroubleTest {
  private static final Duration TICK = Duration.ofMillis(1);
  private static final int ALL = 1000;
  private final Effect rivals = new Effect();
  private final Beating beating = new Beating(RERUN);
  private final Bench bench = beating.bench;

  @Test
  void aRenewalThatIsNotAnsweredIsSentAgainBeforeTheLeaseIsOver() {
    bench.store.failNext(StoreVerb.RENEW, 5);

    beating.deliver(
        attempt -> {
          beating.pass(Duration.ofMinutes(1));
          assertThat(attempt.claim().isHeld()).isTrue();
          return HandlerResult.completed();
        });

    assertThat(bench.kinds()).hasSize(2);
    bench.assertRecord(Status.COMPLETED, 1);
  }

  @Test
  void aRenewalThatIsRefusedByTheStoreAsSuchIsTriedAgainToo() {
    bench.store.failNext(StoreVerb.RENEW, 1, StoreException.Kind.DENIED);
    bench.store.beforeNext(
        StoreVerb.RENEW,
        () -> {
          throw new IllegalStateException("a bug of a store");
        });

    beating.deliver(
        attempt -> {
          beating.pass(Duration.ofSeconds(29));
          assertThat(beating.told).hasSize(1);
          return HandlerResult.completed();
        });
  }

  @Test
  void withoutAnAnswerTheClaimCountsAsLostWhenAnotherClockMayCallItLapsed() {
    bench.store.failNext(StoreVerb.RENEW, ALL);

    Outcome outcome =
        beating.deliver(
            attempt -> {
              LiveClaim claim = attempt.claim();
              beating.pass(Beating.LEASE.minus(TICK));
              assertThat(claim.isHeld()).isTrue();
              claim.ensureHeld();
              beating.pass(TICK);
              assertThat(claim.isHeld()).isFalse();
              assertThatExceptionOfType(HandlerStopped.class)
                  .isThrownBy(claim::ensureHeld)
                  .matches(it -> it.reason() == HandlerStopped.Reason.LAPSED);
              return HandlerResult.completed();
            });

    assertThat(outcome).as("the stop stands").isInstanceOf(Outcome.Released.class);
  }

  @Test
  void underHoldAHandlerThatWasStoppedByALapseIsHeld() {
    Beating holding = new Beating(HOLD);
    holding.bench.store.failNext(StoreVerb.RENEW, ALL);

    Outcome outcome =
        holding.deliver(
            attempt -> {
              holding.pass(Beating.LEASE);
              attempt.claim().ensureHeld();
              return HandlerResult.completed();
            });

    assertThat(outcome).isInstanceOf(Outcome.Held.class);
  }

  @Test
  void aHandlerThatDoesNotAskCompletesWhatNobodyTookOver() {
    bench.store.failNext(StoreVerb.RENEW, ALL);

    Outcome outcome =
        beating.deliver(
            attempt -> {
              beating.pass(Duration.ofMinutes(5));
              return HandlerResult.completed();
            });

    assertThat(outcome.isDone()).isTrue();
  }

  @Test
  void aClaimThatWasNotAnsweredForLongAndNobodyTookOverIsHeldAgain() {
    bench.store.failNext(StoreVerb.RENEW, 20);

    beating.deliver(
        attempt -> {
          beating.pass(Duration.ofSeconds(50));
          assertThat(attempt.claim().isHeld()).isFalse();
          beating.pass(Duration.ofSeconds(10));
          assertThat(attempt.claim().isHeld()).isTrue();
          attempt.claim().ensureHeld();
          return HandlerResult.completed();
        });

    bench.assertRecord(Status.COMPLETED, 1);
  }

  @Test
  void aLostAnswerIsNoLoss() {
    Beating holding = new Beating(HOLD);
    holding.bench.store.loseAnswerOfNext(StoreVerb.RENEW, ALL);

    Outcome outcome =
        holding.deliver(
            attempt -> {
              holding.pass(Duration.ofMinutes(5));
              throw new IllegalStateException();
            });

    assertThat(outcome).as("held with the lease that stands").isInstanceOf(Outcome.Held.class);
    holding.bench.assertRecord(Status.UNKNOWN, 1);
  }

  @Test
  void whatWasTakenOverIsNotRenewedNorAcknowledged() {
    bench.store.failNext(StoreVerb.RENEW, ALL);

    Outcome outcome =
        beating.deliver(
            attempt -> {
              beating.pass(Beating.LEASE.plus(Bench.MARGIN));
              assertThat(bench.engine(bench.memory).execute(bench.request(), rivals).isDone())
                  .isTrue();
              return HandlerResult.completed("late");
            });

    assertThat(outcome).isEqualTo(new Outcome.Superseded(1));
    assertThat(bench.record().result()).isEqualTo(Effect.resultOf(2));
    bench.assertRecord(Status.COMPLETED, 2);
  }

  @Test
  void aRefusedRenewalStopsTheHeartbeatAndTellsTheHandler() {
    Outcome outcome =
        beating.deliver(
            attempt -> {
              beating.freeze(Beating.LEASE.plus(Bench.MARGIN));
              bench.deliver(rivals);
              beating.pass(Duration.ZERO);
              assertThat(beating.renewals()).isEqualTo(1);
              assertThat(bench.timers.pending()).isZero();
              assertThat(attempt.claim().isHeld()).isFalse();
              assertThatExceptionOfType(HandlerStopped.class)
                  .isThrownBy(attempt.claim()::ensureHeld)
                  .matches(it -> it.reason() == HandlerStopped.Reason.SUPERSEDED);
              throw new IllegalStateException("whatever it makes of it");
            });

    assertThat(outcome).isEqualTo(new Outcome.Superseded(1));
    assertThat(beating.told).isEmpty();
    bench.assertRecord(Status.COMPLETED, 2);
  }

  @Test
  void whatWasHeldSettledOrForgottenMeanwhileIsLost() {
    for (Runnable meanwhile : new Runnable[] {this::hold, this::settle, this::forget}) {
      Outcome outcome =
          beating.deliver(
              attempt -> {
                beating.freeze(Beating.LEASE.plus(Bench.MARGIN));
                meanwhile.run();
                beating.pass(Duration.ZERO);
                assertThat(attempt.claim().isHeld()).isFalse();
                return HandlerResult.completed();
              });

      assertThat(outcome).isEqualTo(new Outcome.Superseded(1));
      bench.memory.find(attemptsRecord()).ifPresent(it -> forget());
    }
  }

  private static RecordId attemptsRecord() {
    return RecordId.of(Bench.ORDERS, Bench.KEY);
  }

  private void hold() {
    bench.memory.hold(
        bench.record(),
        new ErrorSummary("lapsed"),
        Stamp.of(bench.clock.instant(), Bench.RETENTION));
  }

  private void settle() {
    bench.settle(Settlement.RETRYABLE);
  }

  private void forget() {
    bench.memory.forget(bench.record(), bench.clock.instant());
  }

  @Test
  void aProcessThatStoodStillGoesOnWhereNobodyTookItsClaim() {
    Outcome outcome =
        beating.deliver(
            attempt -> {
              beating.freeze(Duration.ofMinutes(10));
              assertThat(attempt.claim().isHeld()).isFalse();
              beating.pass(Duration.ZERO);
              assertThat(attempt.claim().isHeld()).isTrue();
              return HandlerResult.completed();
            });

    assertThat(outcome.isDone()).isTrue();
  }

  @Test
  void aClockThatIsPutBackLosesNothing() {
    Outcome outcome =
        beating.deliver(
            attempt -> {
              bench.clock.advance(Duration.ofHours(-1));
              beating.pass(Duration.ofHours(1).plus(Beating.BEAT));
              assertThat(beating.renewals()).as("some were refused").isPositive();
              assertThat(attempt.claim().isHeld()).isTrue();
              return HandlerResult.completed();
            });

    assertThat(outcome.isDone()).isTrue();
  }

  @Test
  void whenItsTimeIsOverTheHandlerIsTold() {
    Outcome outcome =
        beating.deliver(
            attempt -> {
              beating.pass(Beating.TIME.minus(TICK));
              attempt.claim().ensureHeld();
              beating.pass(TICK);
              assertThat(bench.timers.pending()).isZero();
              attempt.claim().ensureHeld();
              return HandlerResult.completed();
            });

    assertThat(outcome).isInstanceOf(Outcome.Released.class);
  }

  @Test
  void noStepBeginsUnderAClaimThatMayBeAnothers() {
    bench.store.failNext(StoreVerb.RENEW, ALL);

    Outcome outcome =
        beating.deliver(
            attempt -> {
              beating.pass(Beating.LEASE);
              attempt
                  .steps()
                  .run("charge", StepPolicy.rerun(), StepAction.of(key -> rivals.handle(attempt)));
              return HandlerResult.completed();
            });

    assertThat(outcome).isInstanceOf(Outcome.Released.class);
    assertThat(rivals.count()).isZero();
  }

  @Test
  void noStepBeginsUnderAClaimThatLapsedWhileItsIntentWasWritten() {
    bench.store.failNext(StoreVerb.RENEW, ALL);
    bench.store.afterNext(StoreVerb.NOTE, () -> beating.pass(Beating.LEASE));

    beating.deliver(
        attempt -> {
          attempt
              .steps()
              .run("charge", StepPolicy.hold(), StepAction.of(key -> rivals.handle(attempt)));
          return HandlerResult.completed();
        });

    assertThat(rivals.count()).isZero();
    bench.assertRecord(Status.RETRYABLE, 1);
  }

  @Test
  void aRenewalBetweenAHandlersEndAndItsHoldIsFound() {
    Beating holding = new Beating(HOLD);
    holding.bench.store.beforeNext(StoreVerb.HOLD, () -> holding.pass(Beating.BEAT));

    Outcome outcome =
        holding.deliver(
            attempt -> {
              throw new IllegalStateException();
            });

    assertThat(outcome).isInstanceOf(Outcome.Held.class);
    assertThat(holding.bench.store.calls(StoreVerb.HOLD)).isEqualTo(2);
  }

  @Test
  void aRenewalThatComesAfterTheEndChangesNothing() {
    beating.deliver(attempt -> HandlerResult.completed());
    IdempotencyRecord completed = bench.record();

    WriteResult late =
        bench.memory.renew(
            completed, beating.inALease(), Stamp.of(bench.clock.instant(), Bench.RETENTION));

    assertThat(late).isInstanceOf(WriteResult.Refused.class);
    assertThat(bench.record()).isEqualTo(completed);
  }
}
