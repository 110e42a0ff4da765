package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.tests.engine.Story.assertTold;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.ObservingEngine;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Handler;
import org.junit.jupiter.api.Test;

/** A consumer that only observes: every delivery runs, and what would have been skipped is told. */
class ObservingEngineTest {
  /** HOLD, to show that nothing is held all the same. */
  private final Bench bench = new Bench(HOLD);

  private final ObservingEngine observing = bench.observing(bench.store);
  private final Effect effect = new Effect();

  private Outcome observe(Handler handler) {
    return observing.execute(bench.request(), handler);
  }

  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # the first delivery claims runs and is recorded
        HOLD observing completes kinds? -> Executed#1 [CLAIMED, EXECUTED] | COMPLETED#1=r1 ran 1
        # what would be skipped runs and is told
        HOLD completes observing completes
          -> Executed#1=r1 skips(DUPLICATE) Executed#0 | COMPLETED#1=r1 ran 2
        HOLD fails observing completes
          -> Failed#1(closed) skips(ALREADY_FAILED: closed) Executed#0 | FAILED#1(closed) ran 2
        HOLD throws observing completes
          -> Held(Exception) skips(HELD: java.lang.Exception at dev.effectivelyonce…) Executed#0 |
          UNKNOWN#1(Exception) ran 2
        HOLD payload:1 completes observing payload:2 completes
          -> Executed#1=r1 skips(KEY_REUSED) Executed#0 | COMPLETED#1=r1 ran 2
        HOLD observing {{} completes}
          -> skips(IN_FLIGHT) Executed#0 Executed#1 | COMPLETED#1=r2 ran 2
        # how a handler ends is its own with and without a claim whatever the policy
        HOLD observing retries:3m record? fail:TAKE_OVER retries:3m
          -> Released#1(busy)+3m [RETRYABLE#1…] skips(STORE_FAILED: The test's script failed
          TAKE_OVER…) Released#0(busy)+3m | RETRYABLE#1… ran 2
        HOLD observing fails fails
          -> Failed#1(closed) skips(ALREADY_FAILED: closed) Failed#0(closed) | FAILED#1… ran 2
        HOLD observing throws fail:TAKE_OVER throws
          -> Released#1(Exception) skips(STORE_FAILED: The test's script failed TAKE_OVER…)
          Released#0(Exception) | RETRYABLE#1… ran 2
        HOLD observing {interrupt retries} fail:TAKE_OVER {interrupt retries}
          -> Released#1(busy) skips(STORE_FAILED: The test's script failed TAKE_OVER…)
          Released#0(busy) | RETRYABLE#1… ran 2
        # a claim that was lost or abandoned holds nothing up
        HOLD observing {lapse {} completes}
          -> Executed#2 Executed#1 told SUPERSEDED | COMPLETED#2=r2 ran 2
        HOLD observing fail:COMPLETE:1:DENIED completes lapse completes
          -> Executed#1 told UNRECORDED Executed#2 | COMPLETED#2=r2 ran 2
        # without time left nothing runs
        HOLD observing late:20s completes calls?:CLAIM
          -> NotStarted(DEADLINE) CLAIM*0 | absent ran 0
        """);
  }

  @Test
  void theHandlerLearnsThatItHoldsNoClaim() {
    bench.deliver(effect);
    observe(effect);

    Attempt unclaimed = effect.runs.getLast();
    assertThat(unclaimed.number()).isZero();
    assertThat(unclaimed.isFirst()).isFalse();
    assertThat(unclaimed.owner()).isNotEqualTo(bench.record().owner());
  }
}
