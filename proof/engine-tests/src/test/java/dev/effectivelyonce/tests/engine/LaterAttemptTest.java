package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** An attempt that is not the first runs its handler before anything says that it is done. */
class LaterAttemptTest {
  private static final List<AbandonedClaimPolicy> POLICIES = List.of(RERUN, HOLD);

  private final List<Integer> effects = new ArrayList<>();

  private HandlerResult pay(Attempt attempt) {
    effects.add(attempt.number());
    return HandlerResult.completed("attempt " + attempt.number());
  }

  private void assertDoneBy(Outcome outcome, Bench bench) {
    assertThat(outcome).isEqualTo(new Outcome.Executed(new StoredResult.Text("attempt 2"), 2));
    assertThat(effects).containsExactly(2);
    bench.assertRecord(Status.COMPLETED, 2);
    effects.clear();
  }

  @Test
  void afterAnAttemptThatGaveItBack() {
    for (AbandonedClaimPolicy policy : POLICIES) {
      Bench bench = new Bench(policy);
      bench.deliver(attempt -> HandlerResult.retry("later"));

      assertDoneBy(bench.deliver(this::pay), bench);
    }
  }

  @Test
  void afterAnAttemptThatGaveItBackUnderAHeartbeat() {
    for (AbandonedClaimPolicy policy : POLICIES) {
      Beating beating = new Beating(policy);
      beating.deliver(attempt -> HandlerResult.retry("later"));

      assertDoneBy(beating.deliver(this::pay), beating.bench);
    }
  }

  @Test
  void afterAnOperatorSaidThatNothingHappened() {
    Beating beating = new Beating(HOLD);
    Bench plain = new Bench(HOLD);

    assertDoneBy(settled(beating::deliver, beating.bench), beating.bench);
    assertDoneBy(settled(plain::deliver, plain), plain);
  }

  private Outcome settled(Function<Handler, Outcome> deliver, Bench bench) {
    Outcome threw =
        deliver.apply(
            attempt -> {
              throw new IllegalStateException();
            });
    assertThat(threw).isInstanceOf(Outcome.Held.class);
    bench.settle(Settlement.RETRYABLE);
    return deliver.apply(this::pay);
  }

  @Test
  void afterAnAttemptWhoseProcessDied() {
    Bench bench = new Bench(RERUN);
    Crash.between(bench, attempt -> HandlerResult.completed());
    bench.lapse();

    assertDoneBy(bench.deliver(this::pay), bench);
  }
}
