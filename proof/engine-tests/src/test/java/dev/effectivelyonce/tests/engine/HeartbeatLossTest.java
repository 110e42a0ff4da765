package dev.effectivelyonce.tests.engine;

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
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of an attempt whose claim lapses, or is lost. */
class HeartbeatLossTest {
  private static final Duration TICK = Duration.ofMillis(1);
  private static final int ALL = 1000;
  private final Effect rivals = new Effect();
  private final Beating beating = new Beating(RERUN);
  private final Bench bench = beating.bench;

  @Test
  void withoutAnAnswerTheClaimCountsAsLostWhenAnotherClockMayCallItLapsed() {
    bench.store.failNext(Verb.RENEW, ALL);

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
    holding.bench.store.failNext(Verb.RENEW, ALL);

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
  void whatWasTakenOverIsNotRenewedNorAcknowledged() {
    bench.store.failNext(Verb.RENEW, ALL);

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
  void aClaimThatAnotherAttemptHoldsNowIsNotTakenForItsOwn() {
    Outcome outcome =
        beating.deliver(
            attempt -> {
              beating.freeze(Beating.LEASE.plus(Bench.MARGIN));
              beating.deliver(
                  rival -> {
                    beating.pass(Duration.ZERO);
                    assertThat(attempt.claim().isHeld()).isFalse();
                    assertThat(rival.claim().isHeld()).isTrue();
                    return HandlerResult.completed();
                  });
              return HandlerResult.completed();
            });

    assertThat(outcome).isEqualTo(new Outcome.Superseded(1));
  }

  @Test
  void aClaimThatWasTakenByAFastClockIsLostThoughItsLeaseIsNotOver() {
    Clock fast = Clock.offset(bench.clock, Beating.LEASE.plus(Bench.MARGIN));

    Outcome outcome =
        beating.deliver(
            attempt -> {
              bench
                  .engine(bench.memory, fast, String::valueOf, transition -> {})
                  .execute(Bench.requestAt(fast.instant()), rivals);
              assertThat(attempt.claim().isHeld()).as("it can't know yet").isTrue();
              beating.pass(Beating.BEAT);
              assertThat(attempt.claim().isHeld()).isFalse();
              return HandlerResult.completed();
            });

    assertThat(outcome).isEqualTo(new Outcome.Superseded(1));
    assertThat(rivals.count()).isEqualTo(1);
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
                assertThat(bench.timers.pending()).isZero();
                return HandlerResult.completed();
              });

      assertThat(outcome).isEqualTo(new Outcome.Superseded(1));
      bench.memory.delete(attemptsRecord());
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
    bench.store.failNext(Verb.RENEW, ALL);

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
    bench.store.failNext(Verb.RENEW, ALL);
    bench.store.afterNext(Verb.NOTE, () -> beating.pass(Beating.LEASE));

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

  /** On a thread of its own, say: the next attempt may run by now. */
  @Test
  void whatAHandlerLeftBehindHasNoClaimAfterItsEnd() {
    List<LiveClaim> claims = new ArrayList<>();
    beating.deliver(
        attempt -> {
          claims.add(attempt.claim());
          return HandlerResult.retry("the rest runs on");
        });

    Outcome next =
        beating.deliver(
            attempt -> {
              assertThat(claims.getFirst().isHeld()).isFalse();
              assertThatExceptionOfType(HandlerStopped.class)
                  .isThrownBy(claims.getFirst()::ensureHeld)
                  .withMessage("The attempt has ended");
              return HandlerResult.completed();
            });

    assertThat(next).isInstanceOf(Outcome.Executed.class);
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
