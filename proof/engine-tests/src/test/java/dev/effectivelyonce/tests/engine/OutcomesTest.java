package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.effectivelyonce.core.engine.ConsumerSettings;
import dev.effectivelyonce.core.engine.Engine;
import dev.effectivelyonce.core.engine.EngineContext;
import dev.effectivelyonce.core.engine.KeyVisibility;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a delivery comes to, and what record it leaves behind. */
class OutcomesTest {
  private static final ErrorSummary BUSY = new ErrorSummary("busy");
  private final Bench bench = new Bench(RERUN);
  private final Effect effect = new Effect();

  @Test
  void theFirstDeliveryIsExecutedAndItsResultKept() {
    assertThat(bench.deliver(effect)).isEqualTo(new Outcome.Executed(Effect.resultOf(1), 1));

    IdempotencyRecord record = bench.record();
    assertThat(record.status()).isEqualTo(Status.COMPLETED);
    assertThat(record.result()).isEqualTo(Effect.resultOf(1));
    assertThat(record.stamp()).isEqualTo(Stamp.of(bench.clock.instant(), Bench.RETENTION));
    assertThat(record.error()).isEmpty();
    assertThat(record.readableKey()).isEmpty();
  }

  @Test
  void theHandlerLearnsItsAttempt() {
    Request request = bench.request();

    bench.engine.execute(request, effect);

    assertThat(effect.runs)
        .containsExactly(
            new Attempt(
                Bench.ORDERS,
                Bench.KEY,
                bench.record().id(),
                new Owner("owner-1"),
                1,
                request.stopAt(),
                effect.runs.getFirst().steps(),
                effect.runs.getFirst().claim(),
                bench.record().generation()));
  }

  @Test
  void aCompletionWithoutAValueKeepsNone() {
    bench.deliver(attempt -> HandlerResult.completed());

    assertThat(bench.record().result()).isEqualTo(StoredResult.none());
  }

  @Test
  void aDuplicateGetsTheResultWithoutRunningTheHandler() {
    bench.deliver(effect);
    IdempotencyRecord before = bench.record();

    assertThat(bench.deliver(effect)).isEqualTo(bench.duplicate(Effect.resultOf(1)));

    assertThat(effect.count()).isEqualTo(1);
    assertThat(bench.record()).isEqualTo(before);
  }

  @Test
  void aRecordPastItsRetentionIsForgotten() {
    bench.deliver(effect);
    bench.clock.set(bench.record().stamp().keptUntil());

    assertThat(bench.deliver(effect)).isEqualTo(new Outcome.Executed(Effect.resultOf(1), 1));
    assertThat(effect.count()).isEqualTo(2);
  }

  @Test
  void aRedeliveryDuringTheRunIsInFlightUntilTheLeaseEnds() {
    Instant lease = bench.request().leaseUntil();

    bench.deliver(
        effect.then(
            () -> assertThat(bench.deliver(new Effect())).isEqualTo(new Outcome.InFlight(lease))));

    assertThat(effect.count()).isEqualTo(1);
    bench.assertRecord(Status.COMPLETED, 1);
  }

  @Test
  void aRetryableFailureIsReleasedAndTheNextAttemptRuns() {
    Duration delay = Duration.ofMinutes(3);

    assertThat(bench.deliver(attempt -> HandlerResult.retryAfter(delay, "busy")))
        .isEqualTo(new Outcome.Released(BUSY, Optional.of(delay), 1));
    bench.assertRecord(Status.RETRYABLE, 1);
    assertThat(bench.record().error()).contains(BUSY);

    assertThat(bench.deliver(effect)).isEqualTo(new Outcome.Executed(Effect.resultOf(2), 2));
    assertThat(bench.record().error()).isEmpty();
  }

  @Test
  void aRetryWithoutADelayLeavesItToTheQueue() {
    assertThat(bench.deliver(attempt -> HandlerResult.retry("busy")))
        .isEqualTo(new Outcome.Released(BUSY, Optional.empty(), 1));
  }

  @Test
  void aPermanentFailureIsRecordedAndNeverRunsAgain() {
    assertThat(bench.deliver(attempt -> HandlerResult.fail("no such account")))
        .isEqualTo(new Outcome.Failed(new ErrorSummary("no such account"), 1));
    bench.assertRecord(Status.FAILED, 1);

    assertThat(bench.deliver(effect))
        .isEqualTo(new Outcome.AlreadyFailed(new ErrorSummary("no such account")));
    assertThat(effect.count()).isZero();
  }

  @Test
  void aHeldRecordNamesItsReasonAndNeverRuns() {
    Bench careful = new Bench(HOLD);
    careful.deliver(
        attempt -> {
          throw new IllegalStateException();
        });

    Outcome outcome = careful.deliver(effect);

    assertThat(outcome).isEqualTo(new Outcome.Held(careful.record().error().orElseThrow()));
    assertThat(effect.count()).isZero();
    careful.assertRecord(Status.UNKNOWN, 1);
  }

  @Test
  void aContextWithoutTimeLeftTouchesNothing() {
    Request late = bench.request();
    bench.clock.set(late.stopAt());

    assertThat(bench.engine.execute(late, effect))
        .isEqualTo(new Outcome.NotStarted(Outcome.Reason.DEADLINE));
    assertThat(bench.hasNoRecord()).isTrue();
    assertThat(bench.store.calls(Verb.CLAIM)).isZero();
  }

  @Test
  void aMillisecondLeftIsEnoughToStart() {
    Request late = bench.request();
    bench.clock.set(late.stopAt().minusMillis(1));

    assertThat(bench.engine.execute(late, effect).isDone()).isTrue();
  }

  @Test
  void theTableShowsTheKeyWhereTheConsumerAsksForIt() {
    ConsumerSettings settings =
        new ConsumerSettings(Bench.ORDERS, RERUN, Bench.RETENTION, 100, KeyVisibility.READABLE);
    Platform platform = new Platform(bench.clock, () -> new Owner("o"), () -> 0, Thread::sleep);

    new Engine(
            new EngineContext(settings, bench.store, platform, String::valueOf, transition -> {}))
        .execute(bench.request(), effect);

    assertThat(bench.record().readableKey()).contains("o-1001");
  }

  @Test
  void aLeaseThatOutlastsTheRetentionIsTheCallersBug() {
    Instant now = bench.clock.instant();
    Request endless =
        new Request(
            Bench.KEY,
            Optional.empty(),
            now.plusSeconds(1),
            now.plusSeconds(1),
            now.plus(Duration.ofDays(20)));

    assertThatIllegalArgumentException().isThrownBy(() -> bench.engine.execute(endless, effect));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Request(Bench.KEY, Optional.empty(), now, now, now.minusMillis(1)));
    assertThat(effect.count()).isZero();
  }
}
