package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.testkit.ForwardingStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Notes that are refused, late, or not answered. */
class StepNotesTest {
  private static final StepPolicy<String> HELD = StepPolicy.hold(String.class);
  private static final StepPolicy<String> AGAIN = StepPolicy.rerun(String.class);

  private static final Duration YEARS = Duration.ofDays(3650);

  private final Bench bench = new Bench(RERUN);
  private final Gateway gateway = new Gateway();
  private final Handler charges =
      attempt ->
          HandlerResult.completed(attempt.steps().run("charge", HELD, gateway.does("charge")));

  private Step charge() {
    return bench.record().step("charge").orElseThrow();
  }

  @Test
  void aLostAnswerToAnIntentIsSentAgainAndTheEffectHappensOnce() {
    bench.store.loseAnswerOfNext(Verb.NOTE, 2);

    assertThat(bench.deliver(charges))
        .isEqualTo(new Outcome.Executed(new StoredResult.Text("charge 1"), 1));
    assertThat(gateway.calls).containsExactly("charge");
    assertThat(bench.store.calls(Verb.NOTE)).isEqualTo(4);
  }

  @Test
  void aLostAnswerToAResultIsSentAgain() {
    bench.store.beforeNext(Verb.NOTE, () -> {}).loseAnswerOfNext(Verb.NOTE, 2);

    assertThat(bench.deliver(charges).isDone()).isTrue();
    assertThat(gateway.calls).containsExactly("charge");
    assertThat(charge().state()).isEqualTo(Step.State.DONE);
  }

  @Test
  void anIntentThatCanNotBeNotedKeepsTheEffectFromHappening() {
    bench.store.failNext(Verb.NOTE, 100);

    assertThat(bench.deliver(charges)).isInstanceOf(Outcome.Released.class);
    assertThat(gateway.calls).isEmpty();
    bench.assertRecord(Status.RETRYABLE, 1);
  }

  /** A store that is told what the record is after a write believes it, as DynamoDB does. */
  @Test
  void aReleaseAfterAnIntentThatWasNeverAnsweredKeepsWhatMayBeHalfDone() {
    List<IdempotencyRecord> released = new ArrayList<>();
    bench.store.loseAnswerOfNext(Verb.NOTE, 100);

    bench.engine(telling(released)).execute(bench.request(), charges);

    assertThat(charge().state()).isEqualTo(Step.State.INTENT);
    assertThat(released).singleElement().matches(IdempotencyRecord::isOpen);
    assertThat(released.getFirst().isExpired(bench.clock.instant().plus(YEARS))).isFalse();
  }

  private IdempotencyStore telling(List<IdempotencyRecord> released) {
    return new ForwardingStore(bench.store) {
      @Override
      public WriteResult write(Write write) {
        if (write instanceof Write.Release release) {
          released.add(release.after(release.seen()));
        }
        return super.write(write);
      }

      @Override
      public IdempotencyStore endingBy(Instant deadline) {
        return this;
      }
    };
  }

  @Test
  void anIntentThatTheStoreDeniesIsNotTriedAgain() {
    bench.store.failNext(Verb.NOTE, 1, StoreException.Kind.DENIED);

    assertThat(bench.deliver(charges)).isInstanceOf(Outcome.Released.class);
    assertThat(gateway.calls).isEmpty();
    assertThat(bench.store.calls(Verb.NOTE)).isEqualTo(1);
  }

  @Test
  void aResultThatCanNotBeNotedLeavesTheStepInDoubtWhateverTheHandlerReturns() {
    bench.store.beforeNext(Verb.NOTE, () -> {}).failNext(Verb.NOTE, 100);

    assertThat(bench.deliver(stubborn(charges))).isInstanceOf(Outcome.Released.class);
    assertThat(charge().state()).isEqualTo(Step.State.INTENT);
    assertThat(bench.deliver(charges)).isInstanceOf(Outcome.Held.class);
    assertThat(gateway.calls).containsExactly("charge");
  }

  /** Takes whatever is thrown, tries something else, and completes. */
  private Handler stubborn(Handler handler) {
    return attempt -> {
      try {
        return handler.handle(attempt);
      } catch (Throwable thrown) {
        try {
          attempt.steps().run("another", AGAIN, gateway.does("another"));
        } catch (Throwable again) {
          // It is stopped again.
        }
        return HandlerResult.completed("nevertheless");
      }
    };
  }

  @Test
  void aZombieBeginsNoStepAndIsSupersededWhateverItReturns() {
    Outcome outcome =
        bench.deliver(
            stubborn(
                attempt -> {
                  takenOverMeanwhile();
                  return charges.handle(attempt);
                }));

    assertThat(outcome).isEqualTo(new Outcome.Superseded(1));
    assertThat(gateway.calls).isEmpty();
    bench.assertRecord(Status.RETRYABLE, 2);
  }

  /** By the clock of this attempt its time is not over: the other's clock is fast. */
  private void takenOverMeanwhile() {
    Clock fast = Clock.offset(bench.clock, Bench.TIME.plus(Bench.MARGIN));
    bench
        .engine(bench.memory, fast, String::valueOf, transition -> {})
        .execute(
            Bench.requestAt(fast.instant()), attempt -> HandlerResult.retry("of the next attempt"));
  }

  @Test
  void aLateResultOfAZombieIsRefusedAndItsSuccessorFindsTheIntent() {
    gateway.after("charge", this::takenOverMeanwhile);

    assertThat(bench.deliver(charges)).isEqualTo(new Outcome.Superseded(1));
    assertThat(charge().state()).isEqualTo(Step.State.INTENT);
    bench.assertRecord(Status.RETRYABLE, 2);
    assertThat(bench.deliver(charges)).isInstanceOf(Outcome.Held.class);
  }

  @Test
  void noStepBeginsAfterTheHandlersTime() {
    assertThat(late(new Bench(RERUN))).isInstanceOf(Outcome.Released.class);
  }

  /** An effect outside of its steps may have happened, of which nothing is noted. */
  @Test
  void underHoldAnAttemptWithoutTimeForItsStepIsHeld() {
    assertThat(late(new Bench(HOLD))).isInstanceOf(Outcome.Held.class);
  }

  private Outcome late(Bench late) {
    Outcome outcome =
        late.deliver(
            attempt -> {
              late.clock.advance(Bench.TIME);
              return charges.handle(attempt);
            });
    assertThat(gateway.calls).isEmpty();
    assertThat(late.record().steps()).isEmpty();
    return outcome;
  }

  @Test
  void noStepBeginsAfterItsLastStartThoughTheClaimIsHeld() {
    Instant now = bench.clock.instant();
    Duration early = Bench.TIME.dividedBy(2);
    Request request =
        new Request(
            Bench.KEY,
            Optional.empty(),
            now.plus(early),
            now.plus(Bench.TIME),
            now.plus(Bench.TIME).plus(Bench.MARGIN));

    Outcome outcome =
        bench.engine.execute(
            request,
            attempt -> {
              bench.clock.advance(early);
              return charges.handle(attempt);
            });

    assertThat(outcome).isInstanceOf(Outcome.Released.class);
    assertThat(gateway.calls).isEmpty();
    assertThat(bench.record().steps()).isEmpty();
  }

  @Test
  void anIntentThatIsAnsweredTooLateIsTakenBack() {
    bench.store.afterNext(Verb.NOTE, () -> bench.clock.advance(Bench.TIME));

    assertThat(bench.deliver(charges)).isInstanceOf(Outcome.Released.class);
    assertThat(gateway.calls).isEmpty();
    assertThat(charge().state()).isEqualTo(Step.State.NOT_DONE);
    assertThat(bench.deliver(charges).isDone()).isTrue();
  }

  @Test
  void aDoubtThatAnEarlierAttemptLeftIsNotTakenBack() {
    gateway.after(
        "charge",
        () -> {
          throw new IllegalStateException("timeout");
        });
    bench.deliver(charges);
    bench.store.afterNext(Verb.NOTE, () -> bench.clock.advance(Bench.TIME));

    bench.deliver(
        attempt ->
            HandlerResult.completed(attempt.steps().run("charge", AGAIN, gateway.does("charge"))));

    assertThat(gateway.calls).containsExactly("charge");
    assertThat(charge().state()).isEqualTo(Step.State.INTENT);
  }

  @Test
  void anInterruptThatAnActionLeavesBehindDoesNotBreakItsNote() {
    gateway.after("charge", () -> Thread.currentThread().interrupt());

    Outcome outcome =
        bench.engine(Interrupts.refusedBy(bench.store)).execute(bench.request(), charges);

    assertThat(outcome.isDone()).isTrue();
    assertThat(charge().state()).isEqualTo(Step.State.DONE);
  }

  @Test
  void anInterruptThatAnActionLeavesBehindIsStillTheHandlers() {
    List<Boolean> interrupted = new ArrayList<>();

    bench.deliver(
        attempt -> {
          attempt.steps().run("charge", HELD, gateway.does("charge"));
          interrupted.add(Thread.currentThread().isInterrupted());
          gateway.after("ship", () -> Thread.currentThread().interrupt());
          attempt.steps().run("ship", HELD, gateway.does("ship"));
          interrupted.add(Thread.currentThread().isInterrupted());
          return HandlerResult.completed();
        });

    assertThat(interrupted).containsExactly(false, true);
  }
}
