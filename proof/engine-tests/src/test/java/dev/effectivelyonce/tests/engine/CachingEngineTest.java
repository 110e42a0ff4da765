package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.engine.Story.assertTold;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.cache.CacheBounds;
import dev.effectivelyonce.core.cache.CachingStore;
import dev.effectivelyonce.core.engine.DeliveryEngine;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.StoredResult.Text;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Environments of one consumer, each with a cache of its own, and an operator without one. */
class CachingEngineTest {
  private final Bench bench = new Bench(RERUN);
  private final Outcome duplicate = bench.duplicate(new Text("run 1"));
  private int runs;

  private CachingStore cache() {
    return CachingStore.around(bench.store, CacheBounds.standard(), bench.clock);
  }

  private HandlerResult work() {
    return HandlerResult.completed("run " + ++runs);
  }

  private Outcome delivered(DeliveryEngine engine) {
    return engine.execute(bench.request("12.50"), attempt -> work());
  }

  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # another payload under the key is refused from the cache too
        RERUN payload:12 cache:one completes payload:99 completes calls?:CLAIM
          -> Executed#1=r1 KeyReused CLAIM*1 | COMPLETED#1=r1 ran 1
        # what an operator forgets runs again when each cache has forgotten it
        RERUN cache:one completes cache:two completes forget cache:one again cache:two again
          freeze:5m again cache:one again
          -> Executed#1=r1 Duplicate=r1 Duplicate=r1 until 2026-01-21T03:04:06Z Duplicate=r1 until
          2026-01-21T03:04:06Z Executed#2=r2 Duplicate=r2 | COMPLETED#2… ran 2
        # a duplicate is told while the store is away
        RERUN cache:one completes down again cache:two again
          -> Executed#1=r1 Duplicate=r1 StoreFailed(UNREACHABLE) | COMPLETED#1=r1 ran 1
        # a completion whose answer never came is not remembered
        RERUN cache:one fail:COMPLETE:25 completes lapse completes
          -> Unrecorded#1(UNREACHABLE) Executed#2=r2 | COMPLETED#2… ran 2
        """);
  }

  @Test
  void theCachesAnswersAreObservedAndABugOfTheObserverHarmsNothing() {
    List<RecordId> hits = new ArrayList<>();
    DeliveryEngine observed = bench.engine(cache().observedBy(hits(hits)));
    delivered(observed);
    assertThat(hits).isEmpty();

    assertThat(delivered(observed)).isEqualTo(duplicate);

    assertThat(hits).containsExactly(bench.record().id());
  }

  private static TransitionObserver hits(List<RecordId> hits) {
    return new TransitionObserver() {
      @Override
      public void onTransition(Transition transition) {}

      @Override
      public void onCacheHit(RecordId record, Instant at) {
        hits.add(record);
        throw new IllegalStateException("a bug of the observer");
      }
    };
  }
}
