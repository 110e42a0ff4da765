package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.engine.Transition.Kind.CLAIMED;
import static dev.effectivelyonce.core.engine.Transition.Kind.DUPLICATE;
import static dev.effectivelyonce.core.engine.Transition.Kind.EXECUTED;
import static dev.effectivelyonce.core.engine.Transition.Kind.HELD;
import static dev.effectivelyonce.core.engine.Transition.Kind.RELEASED;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.engine.Story.assertTold;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.InvalidKeyException;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.steps.StepNotDoneException;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What observers are told: at most one start, exactly one end. */
class ObserverTest {
  private final Bench bench = new Bench(RERUN);
  private final Effect effect = new Effect();

  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # a run starts and ends and a delivery that does not run only ends
        RERUN completes kinds? -> Executed#1=r1 [CLAIMED, EXECUTED] | COMPLETED#1=r1 ran 1
        RERUN retries fails kinds?
          -> Released#1(busy) Failed#2(closed) [CLAIMED, RELEASED, TAKEN_OVER, FAILED] |
          FAILED#2(closed) ran 2
        RERUN {{} completes} completes kinds?
          -> InFlight(30s) Executed#1=r1 Duplicate=r1 [CLAIMED, IN_FLIGHT, EXECUTED, DUPLICATE] |
          COMPLETED#1=r1 ran 1
        RERUN after:CLAIM{lapse} completes kinds?
          -> NotStarted(LEASE_LAPSED) [NOT_STARTED] | RETRYABLE#1(Not started: the claim came too
          late) ran 0
        RERUN fail:CLAIM completes fail:COMPLETE:1:UNREADABLE completes kinds?
          -> StoreFailed(UNREACHABLE) Unrecorded#1(UNREADABLE) [STORE_FAILED, CLAIMED, UNRECORDED] |
          INPROGRESS#1 ran 1
        RERUN {lapse {} completes} kinds?
          -> Executed#2=r2 Superseded#1 [CLAIMED, TAKEN_OVER, EXECUTED, SUPERSEDED] | COMPLETED#2=r2
          ran 2
        RERUN payload:10 completes payload:99 completes kinds?
          -> Executed#1=r1 KeyReused [CLAIMED, EXECUTED, KEY_REUSED] | COMPLETED#1=r1 ran 1
        """);
  }

  @Test
  void aSingleShotIsTheFirstAttemptAndItsDuplicateIsNone() {
    for (int copy = 1; copy <= 2; copy++) {
      bench
          .singleShot(bench.store)
          .execute(bench.request(), attempt -> HandlerResult.commit(InMemoryEffects.of(() -> {})));
    }

    assertThat(bench.transitions)
        .extracting(Transition::kind, Transition::attempt)
        .containsExactly(tuple(EXECUTED, 1), tuple(DUPLICATE, 0));
  }

  @Test
  void aHoldEndsWithItsReason() {
    Bench careful = new Bench(HOLD);
    careful.deliver(
        attempt -> {
          throw new IllegalStateException();
        });

    assertThat(careful.kinds()).containsExactly(CLAIMED, HELD);
    assertThat(careful.transitions.get(1).why()).isEqualTo(careful.record().error());
  }

  @Test
  void anEndByAnExceptionHasItAndTheRecordDoesNot() {
    IllegalStateException thrown = new IllegalStateException("card 4111");
    Handler throwing =
        attempt -> {
          throw thrown;
        };
    List<Outcome> outcomes =
        List.of(
            bench.deliver(throwing),
            bench.singleShot(bench.store).execute(bench.request(), throwing),
            bench.observing(bench.store).execute(bench.request(), throwing));

    assertThat(outcomes).hasOnlyElementsOfType(Outcome.Released.class);
    assertThat(bench.transitions)
        .filteredOn(it -> it.kind() == RELEASED)
        .hasSize(3)
        .allMatch(it -> it.thrown().equals(Optional.of(thrown)));
    assertThat(bench.record().toString()).doesNotContain("4111");
  }

  @Test
  void anExceptionByWhichAStepSaysThatItDidNotHappenIsNone() {
    bench.deliver(
        attempt ->
            HandlerResult.completed(
                attempt
                    .steps()
                    .run(
                        "charge",
                        StepPolicy.hold(String.class),
                        key -> {
                          throw new StepNotDoneException("busy");
                        })));

    assertThat(bench.kinds()).containsExactly(CLAIMED, RELEASED);
    assertThat(bench.transitions.get(1).thrown()).isEmpty();
  }

  @Test
  void aTransitionTellsWhoseItIsAndHowLongItTook() {
    bench.deliver(
        attempt -> {
          bench.clock.advance(Duration.ofSeconds(3));
          return HandlerResult.retry("busy");
        });

    assertThat(bench.transitions.get(1))
        .isEqualTo(
            new Transition(
                RELEASED,
                Bench.ORDERS,
                bench.record().id(),
                new AttemptId("owner-1"),
                1,
                bench.clock.instant(),
                Duration.ofSeconds(3),
                Optional.of(Duration.ofSeconds(3)),
                Optional.of(new ErrorSummary("busy")),
                Optional.empty()));
  }

  @Test
  void aDeliveryWithoutAClaimHasNoAttemptNumber() {
    bench.deliver(effect);
    bench.deliver(effect);

    assertThat(bench.transitions).extracting(Transition::attempt).containsExactly(1, 1, 0);
  }

  private static TransitionObserver throwing(boolean error) {
    return transition -> {
      if (error) {
        throw new NoClassDefFoundError("com/example/Metrics");
      }
      throw new InvalidKeyException("broken", "none");
    };
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anObserverThatThrowsIsHarmless(boolean error) {
    Outcome outcome =
        bench
            .engine(bench.store, bench.clock, String::valueOf, throwing(error))
            .execute(bench.request(), effect);

    assertThat(outcome).isEqualTo(new Outcome.Executed(Effect.resultOf(1), 1));
    bench.assertRecord(Status.COMPLETED, 1);
  }
}
