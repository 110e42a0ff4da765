package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.engine.Transition.Kind.CLAIMED;
import static dev.effectivelyonce.core.engine.Transition.Kind.EXECUTED;
import static dev.effectivelyonce.core.engine.Transition.Kind.UNRECORDED;
import static dev.effectivelyonce.core.engine.Transition.Kind.WOULD_SKIP;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.ObservingEngine;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.StoreException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A consumer that only observes runs its handler whatever the store does. */
class ObservedOutageTest {
  private static final Outcome CLAIMED_RUN = new Outcome.Executed(StoredResult.none(), 1);
  private static final Outcome UNCLAIMED_RUN = new Outcome.Executed(StoredResult.none(), 0);

  private final Bench bench = new Bench(HOLD);
  private final ObservingEngine observing = bench.observing();
  private final Effect effect = new Effect();

  private Outcome observe(Handler handler) {
    return observing.execute(bench.request(), handler);
  }

  @ParameterizedTest
  @EnumSource(StoreException.Kind.class)
  void aStoreThatFailsDoesNotKeepTheHandlerFromRunning(StoreException.Kind fault) {
    bench.store.failNext(Verb.CLAIM, 1, fault);

    assertThat(observe(effect)).isEqualTo(UNCLAIMED_RUN);

    assertThat(bench.transitions.getFirst().why().orElseThrow().text())
        .startsWith("STORE_FAILED: ");
    assertThat(bench.kinds()).containsExactly(WOULD_SKIP, EXECUTED);
  }

  @Test
  void aBugOfTheStoreDoesNotKeepTheHandlerFromRunning() {
    bench.store.beforeNext(Verb.CLAIM, ObservedOutageTest::bug);
    assertThat(observe(effect)).isEqualTo(UNCLAIMED_RUN);

    bench.store.beforeNext(Verb.COMPLETE, ObservedOutageTest::bug);
    assertThat(observe(effect)).isEqualTo(CLAIMED_RUN);
    assertThat(bench.kinds()).containsExactly(WOULD_SKIP, EXECUTED, CLAIMED, UNRECORDED);
  }

  @Test
  void aClassPathThatDoesNotFitTheStoreDoesNotKeepTheHandlerFromRunning() {
    bench.store.beforeNext(Verb.CLAIM, ObservedOutageTest::misfit);
    assertThat(observe(effect)).isEqualTo(UNCLAIMED_RUN);

    bench.store.beforeNext(Verb.COMPLETE, ObservedOutageTest::misfit);
    assertThat(observe(effect)).isEqualTo(CLAIMED_RUN);
  }

  @ParameterizedTest
  @EnumSource(names = {"CLAIM", "COMPLETE"})
  void aStoreThatTakesLongToFailIsLeftAloneForAWhile(Verb verb) {
    bench.store.beforeNext(verb, () -> failAfter(Duration.ofSeconds(4)));
    observe(effect);
    int asked = bench.store.calls(Verb.CLAIM);

    bench.clock.advance(Duration.ofSeconds(9));
    assertThat(observe(effect)).isEqualTo(UNCLAIMED_RUN);
    assertThat(bench.store.calls(Verb.CLAIM)).isEqualTo(asked);

    bench.clock.advance(Duration.ofSeconds(1));
    observe(effect);
    assertThat(bench.store.calls(Verb.CLAIM)).isEqualTo(asked + 1);
    assertThat(effect.count()).isEqualTo(3);
  }

  @Test
  void aStoreThatFailsAtOnceIsAskedAgainAtOnce() {
    bench.store.beforeNext(Verb.CLAIM, () -> failAfter(Duration.ofSeconds(1)));
    observe(effect);

    assertThat(observe(effect)).isEqualTo(CLAIMED_RUN);
  }

  @Test
  void aCompletionThatCantBeRecordedStandsAndIsNotWaitedFor() {
    bench.store.failNext(Verb.COMPLETE, 9);

    assertThat(observe(effect)).isEqualTo(CLAIMED_RUN);

    assertThat(bench.store.calls(Verb.COMPLETE)).isEqualTo(1);
    assertThat(bench.pauses).isEmpty();
    assertThat(bench.kinds()).containsExactly(CLAIMED, UNRECORDED);
  }

  @Test
  void aStoreThatUsesUpTheTimeStartsNothing() {
    bench.store.beforeNext(
        Verb.CLAIM,
        () -> {
          bench.clock.advance(Bench.TIME);
          throw new StoreException(StoreException.Kind.DENIED, "No", "Allow it", null);
        });

    assertThat(observe(effect)).isEqualTo(new Outcome.NotStarted(Outcome.Reason.DEADLINE));
    assertThat(effect.count()).isZero();
  }

  private void failAfter(Duration time) {
    bench.clock.advance(time);
    throw new StoreException(StoreException.Kind.UNREACHABLE, "No answer", "Wait", null);
  }

  private static void misfit() {
    throw new NoSuchMethodError("software.amazon.awssdk");
  }

  private static void bug() {
    throw new UnsupportedOperationException("bug");
  }

  @Test
  void aStoreThatTakesLongToSucceedIsNotLeftAlone() {
    bench.store.beforeNext(Verb.COMPLETE, () -> bench.clock.advance(Duration.ofSeconds(4)));
    observe(effect);

    observe(effect);

    assertThat(bench.store.calls(Verb.CLAIM)).isEqualTo(2);
  }

  @Test
  void aClaimThatIsAnsweredAfterItsLeaseStartsNothing() {
    bench.store.afterNext(Verb.CLAIM, bench::lapse);

    assertThat(observe(effect)).isEqualTo(new Outcome.NotStarted(Outcome.Reason.LEASE_LAPSED));
    assertThat(effect.count()).isZero();
  }
}
