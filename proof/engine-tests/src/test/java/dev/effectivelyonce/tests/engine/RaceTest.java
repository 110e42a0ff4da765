package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.engine.Story.assertTold;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.testkit.ForwardingStore;
import dev.effectivelyonce.tests.words.HookedStore;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A rival writes just before this attempt does. What else two attempts may do to each other is
 * explored: see docs/proof-exploration.md.
 */
class RaceTest {
  private static final Handler RETRIES = attempt -> HandlerResult.retry("busy");
  private final Effect effect = new Effect();
  private final Effect rival = new Effect();

  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # a takeover of a claim that was renewed just now is in flight
        RERUN crash{} lapse before:TAKE_OVER{renew} completes
          -> Crash InFlight(30s) | INPROGRESS#1 ran 1
        """);
  }

  @Test
  void aRaceThatIsAlwaysLostEndsInFlight() {
    Bench bench = new Bench(RERUN);
    bench.deliver(RETRIES);
    Outcome outcome =
        bench
            .engine(
                new HookedStore(
                    bench.memory,
                    () -> bench.engine(bench.memory).execute(bench.request(), RETRIES)))
            .execute(bench.request(), effect);

    assertThat(outcome).isEqualTo(new Outcome.InFlight(bench.clock.instant()));
    assertThat(effect.count()).isZero();
    bench.assertRecord(Status.RETRYABLE, 7);
  }

  @ParameterizedTest
  @EnumSource
  void aStoreThatAlwaysRefusesIsAskedABoundedNumberOfTimes(AbandonedClaimPolicy policy) {
    Bench bench = new Bench(policy);
    Crash.between(bench, rival);
    bench.lapse();
    // Under HOLD the claim is to be held, else there is none.
    Optional<IdempotencyRecord> found = Optional.of(bench.record()).filter(it -> policy == HOLD);
    AtomicInteger calls = new AtomicInteger();

    Outcome outcome =
        bench
            .engine(
                new ForwardingStore(bench.memory) {
                  @Override
                  public WriteResult write(Write write) {
                    calls.incrementAndGet();
                    return new WriteResult.Refused(found);
                  }
                })
            .execute(bench.request(), effect);

    assertThat(outcome).isEqualTo(new Outcome.InFlight(bench.clock.instant()));
    assertThat(calls).hasValue(6);
  }
}
