package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The write that ends an attempt arrived, its answer did not. */
class LostAnswerTest {
  private static final Handler THROWS =
      attempt -> {
        throw new IllegalStateException();
      };
  private final Effect effect = new Effect();

  @Test
  void aReleaseIsRepeatedAndFoundReleased() {
    Bench bench = new Bench(RERUN);
    bench.store.loseAnswerOfNext(Verb.RELEASE, 1);

    assertThat(bench.deliver(attempt -> HandlerResult.retry("busy")))
        .isEqualTo(new Outcome.Released(new ErrorSummary("busy"), Optional.empty(), 1));
    bench.assertRecord(Status.RETRYABLE, 1);
  }

  @Test
  void aReleaseThatTheNextAttemptAlreadyTookOverIsSuperseded() {
    Bench bench = new Bench(RERUN);
    bench
        .store
        .loseAnswerOfNext(Verb.RELEASE, 1)
        .beforeNext(Verb.RELEASE, () -> bench.deliver(effect));

    assertThat(bench.deliver(attempt -> HandlerResult.retry("busy")))
        .isEqualTo(new Outcome.Superseded(1));
    bench.assertRecord(Status.COMPLETED, 2);
  }

  @Test
  void aFailureIsRepeatedAndFoundFailed() {
    Bench bench = new Bench(RERUN);
    bench.store.loseAnswerOfNext(Verb.FAIL, 1);

    assertThat(bench.deliver(attempt -> HandlerResult.fail("closed")))
        .isEqualTo(new Outcome.Failed(new ErrorSummary("closed"), 1));
    assertThat(bench.deliver(effect)).isInstanceOf(Outcome.AlreadyFailed.class);
  }

  @Test
  void aHoldByItsOwnAttemptIsRepeatedAndFoundHeld() {
    Bench bench = new Bench(HOLD);
    bench.store.loseAnswerOfNext(Verb.HOLD, 1);

    assertThat(bench.deliver(THROWS)).isInstanceOf(Outcome.Held.class);
    assertThat(bench.store.calls(Verb.HOLD)).isEqualTo(2);
    bench.assertRecord(Status.UNKNOWN, 1);
  }
}
