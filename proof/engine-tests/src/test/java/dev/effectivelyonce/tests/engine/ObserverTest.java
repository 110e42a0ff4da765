package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.engine.Transition.Kind.CLAIMED;
import static dev.effectivelyonce.core.engine.Transition.Kind.DUPLICATE;
import static dev.effectivelyonce.core.engine.Transition.Kind.EXECUTED;
import static dev.effectivelyonce.core.engine.Transition.Kind.FAILED;
import static dev.effectivelyonce.core.engine.Transition.Kind.HELD;
import static dev.effectivelyonce.core.engine.Transition.Kind.IN_FLIGHT;
import static dev.effectivelyonce.core.engine.Transition.Kind.NOT_STARTED;
import static dev.effectivelyonce.core.engine.Transition.Kind.RELEASED;
import static dev.effectivelyonce.core.engine.Transition.Kind.STORE_FAILED;
import static dev.effectivelyonce.core.engine.Transition.Kind.SUPERSEDED;
import static dev.effectivelyonce.core.engine.Transition.Kind.TAKEN_OVER;
import static dev.effectivelyonce.core.engine.Transition.Kind.UNRECORDED;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.InvalidKeyException;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.steps.StepNotDoneException;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
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
  void aRunStartsAndEnds() {
    bench.deliver(effect);

    assertThat(bench.kinds()).containsExactly(CLAIMED, EXECUTED);
  }

  @Test
  void aTakeoverStartsAsOne() {
    bench.deliver(attempt -> HandlerResult.retry("busy"));
    bench.deliver(attempt -> HandlerResult.fail("closed"));

    assertThat(bench.kinds()).containsExactly(CLAIMED, RELEASED, TAKEN_OVER, FAILED);
  }

  @Test
  void aDeliveryThatDoesNotRunOnlyEnds() {
    bench.deliver(effect.then(() -> bench.deliver(effect)));
    bench.deliver(effect);

    assertThat(bench.kinds()).containsExactly(CLAIMED, IN_FLIGHT, EXECUTED, DUPLICATE);
  }

  @Test
  void aLateClaimOnlyEnds() {
    bench.store.afterNext(Verb.CLAIM, bench::lapse);
    bench.deliver(effect);

    assertThat(bench.kinds()).containsExactly(NOT_STARTED);
  }

  @Test
  void outagesEndADelivery() {
    bench.store.failNext(Verb.CLAIM, 1);
    bench.deliver(effect);
    bench.store.failNext(Verb.COMPLETE, 1, StoreException.Kind.DENIED);
    bench.deliver(effect);

    assertThat(bench.kinds()).containsExactly(STORE_FAILED, CLAIMED, UNRECORDED);
  }

  @Test
  void aZombieEndsSuperseded() {
    bench.deliver(
        effect.then(
            () -> {
              bench.lapse();
              bench.deliver(effect);
            }));

    assertThat(bench.kinds()).containsExactly(CLAIMED, TAKEN_OVER, EXECUTED, SUPERSEDED);
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
            bench.singleShot().execute(bench.request(), throwing),
            bench.observing().execute(bench.request(), throwing));

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
                new Owner("owner-1"),
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

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anObserverThatThrowsDoesNotSilenceTheOther(boolean error) {
    List<Transition> told = new ArrayList<>();
    TransitionObserver both = throwing(error).and(told::add);

    bench.engine(bench.store, bench.clock, String::valueOf, both).execute(bench.request(), effect);

    assertThat(told).extracting(Transition::kind).containsExactly(CLAIMED, EXECUTED);
  }
}
