package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.StoreException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What becomes of an attempt whose renewals, clock or process meet trouble, and that goes on. */
class HeartbeatTroubleTest {
  private static final int ALL = 1000;
  private final Beating beating = new Beating(RERUN);
  private final Bench bench = beating.bench;

  @Test
  void aRenewalThatIsNotAnsweredIsSentAgainBeforeTheLeaseIsOver() {
    bench.store.failNext(Verb.RENEW, 5);

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
    bench.store.failNext(Verb.RENEW, 1, StoreException.Kind.DENIED);
    bench.store.beforeNext(
        Verb.RENEW,
        () -> {
          throw new IllegalStateException("a bug of a store");
        });

    beating.deliver(
        attempt -> {
          beating.pass(Duration.ofSeconds(20));
          assertThat(beating.told).hasSize(1);
          return HandlerResult.completed();
        });
  }

  @Test
  void aHandlerThatDoesNotAskCompletesWhatNobodyTookOver() {
    bench.store.failNext(Verb.RENEW, ALL);

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
    bench.store.failNext(Verb.RENEW, 20);

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
    holding.bench.store.loseAnswerOfNext(Verb.RENEW, ALL);

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
              bench.store.afterNext(Verb.RENEW, () -> beating.freeze(Duration.ofHours(-1)));
              beating.pass(Beating.BEAT);
              assertThat(beating.renewals()).as("those of an hour are refused").isEqualTo(361);
              assertThat(attempt.claim().isHeld()).isTrue();
              beating.pass(Beating.BEAT);
              assertThat(bench.record().leaseUntil()).isEqualTo(beating.inALease());
              attempt.claim().ensureHeld();
              return HandlerResult.completed();
            });

    assertThat(outcome.isDone()).isTrue();
  }

  @Test
  void aRenewalBetweenAHandlersEndAndItsHoldIsFound() {
    Beating holding = new Beating(HOLD);
    holding.bench.store.beforeNext(Verb.HOLD, () -> holding.pass(Beating.BEAT));

    Outcome outcome =
        holding.deliver(
            attempt -> {
              throw new IllegalStateException();
            });

    assertThat(outcome).isInstanceOf(Outcome.Held.class);
    assertThat(holding.bench.store.calls(Verb.HOLD)).isEqualTo(2);
  }
}
