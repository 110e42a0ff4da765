package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.DeliveryEngine;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.StoredResult.Text;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.window.WindowBounds;
import dev.effectivelyonce.core.window.WindowStore;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Environments of one consumer, each with a window of its own, and an operator without one. */
class WindowedEngineTest {
  private final Bench bench = new Bench(RERUN);
  private final DeliveryEngine one = bench.engine(window());
  private final DeliveryEngine other = bench.engine(window());
  private final Outcome duplicate = bench.duplicate(new Text("run 1"));
  private int runs;

  private WindowStore window() {
    return WindowStore.around(bench.store, WindowBounds.standard(), bench.clock);
  }

  private HandlerResult work() {
    return HandlerResult.completed("run " + ++runs);
  }

  private Outcome delivered(DeliveryEngine engine) {
    return engine.execute(bench.request("12.50"), attempt -> work());
  }

  @Test
  void aDuplicateAsksTheStoreOnceInEachEnvironment() {
    delivered(one);

    assertThat(delivered(one)).isEqualTo(duplicate);
    assertThat(bench.store.calls(Verb.CLAIM)).isEqualTo(1);

    assertThat(delivered(other)).isEqualTo(duplicate);
    assertThat(delivered(other)).isEqualTo(duplicate);
    assertThat(bench.store.calls(Verb.CLAIM)).isEqualTo(2);
    assertThat(runs).isEqualTo(1);
  }

  @Test
  void anotherPayloadUnderTheKeyIsRefusedOutOfTheWindowToo() {
    delivered(one);

    assertThat(one.execute(bench.request("99.00"), attempt -> work()))
        .isEqualTo(new Outcome.KeyReused());
    assertThat(bench.store.calls(Verb.CLAIM)).isEqualTo(1);
  }

  @Test
  void whatAnOperatorForgetsRunsAgainWhenEachWindowIsOver() {
    delivered(one);
    delivered(other);
    bench.memory.forget(bench.record(), bench.clock.instant());

    assertThat(delivered(one)).isEqualTo(duplicate);
    assertThat(delivered(other)).isEqualTo(duplicate);

    bench.clock.advance(WindowBounds.standard().age());
    assertThat(delivered(other)).isInstanceOf(Outcome.Executed.class);
    assertThat(delivered(one)).isEqualTo(bench.duplicate(new Text("run 2")));
  }

  @Test
  void aDuplicateIsToldWhileTheStoreIsAway() {
    delivered(one);
    bench.store.goDown();

    assertThat(delivered(one)).isEqualTo(duplicate);
    assertThat(delivered(other)).isInstanceOf(Outcome.StoreFailed.class);
  }

  @Test
  void aSingleShotOfWhatIsDoneCommitsNothing() {
    DeliveryEngine engine = bench.singleShot(window());
    engine.execute(bench.request(), attempt -> HandlerResult.commit(effects(), "first"));

    assertThat(engine.execute(bench.request(), attempt -> HandlerResult.commit(effects(), "next")))
        .isEqualTo(bench.duplicate(new Text("first")));

    assertThat(bench.store.calls(Verb.COMMIT)).isEqualTo(1);
    assertThat(runs).isEqualTo(1);
  }

  @Test
  void aCompletionWhoseAnswerNeverCameIsNotRemembered() {
    bench.store.failNext(Verb.COMPLETE, 1_000);
    assertThat(delivered(one)).isInstanceOf(Outcome.Unrecorded.class);

    bench.lapse();

    bench.store.heal();
    assertThat(delivered(one)).isNotInstanceOf(Outcome.Duplicate.class);
  }

  @Test
  void theWindowsAnswersAreObservedAndABugOfTheObserverHarmsNothing() {
    List<RecordId> hits = new ArrayList<>();
    DeliveryEngine observed = bench.engine(window().observedBy(hits(hits)));
    delivered(observed);
    assertThat(hits).isEmpty();

    assertThat(delivered(observed)).isEqualTo(duplicate);

    assertThat(hits).containsExactly(bench.record().id());
  }

  private static TransitionObserver hits(List<RecordId> hits) {
    return new TransitionObserver() {
      @Override
      public void observe(Transition transition) {}

      @Override
      public void windowHit(RecordId record, Instant at) {
        hits.add(record);
        throw new IllegalStateException("a bug of the observer");
      }
    };
  }

  private InMemoryEffects effects() {
    return InMemoryEffects.of(() -> runs++);
  }
}
