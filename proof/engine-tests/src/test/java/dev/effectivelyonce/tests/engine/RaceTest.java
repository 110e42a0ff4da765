package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.WriteResult;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A rival writes just before this attempt does. */
class RaceTest {
  private static final Handler RETRIES = attempt -> HandlerResult.retry("busy");
  private static final ErrorSummary WHY = new ErrorSummary("of the rival");
  private final Effect effect = new Effect();
  private final Effect rival = new Effect();

  private static Stamp stamp(Bench bench) {
    return Stamp.of(bench.clock.instant(), Bench.RETENTION);
  }

  @ParameterizedTest
  @EnumSource
  void aClaimLostToARivalsCompletionIsADuplicate(AbandonedClaimPolicy policy) {
    Bench bench = new Bench(policy);
    bench.store.beforeNext(
        Verb.CLAIM, () -> bench.engine(bench.memory).execute(bench.request(), rival));

    assertThat(bench.deliver(effect)).isEqualTo(bench.duplicate(Effect.resultOf(1)));
    assertThat(effect.count()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aClaimLostToARivalThatStillRunsIsInFlight(AbandonedClaimPolicy policy) {
    Bench bench = new Bench(policy);
    bench.store.beforeNext(Verb.CLAIM, () -> Crash.between(bench, rival));

    assertThat(bench.deliver(effect)).isInstanceOf(Outcome.InFlight.class);
    assertThat(effect.count()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aTakeoverLostToARivalsCompletionIsADuplicate(AbandonedClaimPolicy policy) {
    Bench bench = new Bench(policy);
    bench.deliver(RETRIES);
    bench.store.beforeNext(Verb.TAKE_OVER, () -> bench.deliver(rival));

    assertThat(bench.deliver(effect)).isEqualTo(bench.duplicate(Effect.resultOf(2)));
    assertThat(effect.count()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aTakeoverLostToARivalThatGaveBackIsTriedAgain(AbandonedClaimPolicy policy) {
    Bench bench = new Bench(policy);
    bench.deliver(RETRIES);
    bench.store.beforeNext(Verb.TAKE_OVER, () -> bench.deliver(RETRIES));

    assertThat(bench.deliver(effect)).isEqualTo(new Outcome.Executed(Effect.resultOf(3), 3));
  }

  @Test
  void aTakeoverLostToTheAbandonedAttemptsOwnCompletionIsADuplicate() {
    Bench bench = new Bench(RERUN);
    Crash.between(bench, rival);
    bench.lapse();
    bench.store.beforeNext(
        Verb.TAKE_OVER,
        () -> bench.memory.complete(bench.record(), StoredResult.none(), stamp(bench)));

    assertThat(bench.deliver(effect)).isEqualTo(bench.duplicate(StoredResult.none()));
    assertThat(effect.count()).isZero();
  }

  @Test
  void aTakeoverOfAClaimThatWasRenewedJustNowIsInFlight() {
    Bench bench = new Bench(RERUN);
    Crash.between(bench, rival);
    bench.lapse();
    bench.store.beforeNext(
        Verb.TAKE_OVER,
        () -> bench.memory.renew(bench.record(), bench.request().leaseUntil(), stamp(bench)));

    assertThat(bench.deliver(effect)).isEqualTo(new Outcome.InFlight(bench.request().leaseUntil()));
    assertThat(effect.count()).isZero();
  }

  @Test
  void aHoldLostToTheAbandonedAttemptsOwnCompletionIsADuplicate() {
    Bench bench = new Bench(HOLD);
    Crash.between(bench, rival);
    bench.lapse();
    bench.store.beforeNext(
        Verb.HOLD, () -> bench.memory.complete(bench.record(), StoredResult.none(), stamp(bench)));

    assertThat(bench.deliver(effect)).isEqualTo(bench.duplicate(StoredResult.none()));
    bench.assertRecord(Status.COMPLETED, 1);
  }

  @Test
  void aHoldLostToTheAbandonedAttemptsOwnReleaseRuns() {
    Bench bench = new Bench(HOLD);
    Crash.between(bench, RETRIES);
    bench.lapse();
    bench.store.beforeNext(
        Verb.HOLD, () -> bench.memory.release(bench.record(), WHY, stamp(bench)));

    assertThat(bench.deliver(effect)).isEqualTo(new Outcome.Executed(Effect.resultOf(2), 2));
  }

  @Test
  void aHoldLostToAnotherHoldIsHeld() {
    Bench bench = new Bench(HOLD);
    Crash.between(bench, rival);
    bench.lapse();
    bench.store.beforeNext(Verb.HOLD, () -> bench.deliver(effect));

    assertThat(bench.deliver(effect)).isInstanceOf(Outcome.Held.class);
    assertThat(effect.count()).isZero();
  }

  @Test
  void aRaceThatIsAlwaysLostEndsInFlight() {
    Bench bench = new Bench(RERUN);
    bench.deliver(RETRIES);
    Outcome outcome =
        bench
            .engine(
                Steps.around(
                    bench.memory,
                    step -> {
                      bench.engine(bench.memory).execute(bench.request(), RETRIES);
                      return step.call();
                    }))
            .execute(bench.request(), effect);

    assertThat(outcome).isEqualTo(new Outcome.InFlight(bench.clock.instant()));
    assertThat(effect.count()).isZero();
    bench.assertRecord(Status.RETRYABLE, 7);
  }

  @Test
  void aStoreThatRefusesWithoutARecordIsAskedABoundedNumberOfTimes() {
    Bench bench = new Bench(RERUN);
    AtomicInteger calls = new AtomicInteger();
    Optional<IdempotencyRecord> gone = Optional.empty();

    Outcome outcome =
        bench
            .engine(
                Steps.around(
                    bench.memory,
                    step -> {
                      calls.incrementAndGet();
                      return new WriteResult.Refused(gone);
                    }))
            .execute(bench.request(), effect);

    assertThat(outcome).isEqualTo(new Outcome.InFlight(bench.clock.instant()));
    assertThat(calls).hasValue(6);
  }

  @Test
  void aHoldThatIsAlwaysLostIsAskedForABoundedNumberOfTimes() {
    Bench bench = new Bench(HOLD);
    Crash.between(bench, rival);
    bench.lapse();
    IdempotencyRecord abandoned = bench.record();
    AtomicInteger calls = new AtomicInteger();

    Outcome outcome =
        bench
            .engine(
                Steps.around(
                    bench.memory,
                    step -> {
                      calls.incrementAndGet();
                      return new WriteResult.Refused(Optional.of(abandoned));
                    }))
            .execute(bench.request(), effect);

    assertThat(outcome).isEqualTo(new Outcome.InFlight(bench.clock.instant()));
    assertThat(calls).hasValue(6);
  }
}
