package dev.effectivelyonce.tests.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.testkit.InMemoryEffects;
import dev.effectivelyonce.tests.engine.Steps.Point;

/** One event and all that happens to it, held against what the protocol promises. */
final class World {
  /** What happens at a point of an attempt. */
  enum Trouble {
    CRASH,
    LOST_ANSWER,
    RIVAL,
    RIVAL_AFTER_LAPSE
  }

  final Bench bench;
  private final AbandonedClaimPolicy policy;
  private final IdempotencyStore counted;
  private int effects;
  private int completions;

  World(AbandonedClaimPolicy policy) {
    this.policy = policy;
    this.bench = new Bench(policy);
    this.counted =
        Steps.around(
            bench.memory,
            step -> {
              Object answer = step.call();
              if (answer instanceof WriteResult.Written(var record)) {
                completions += record.status() == Status.COMPLETED ? 1 : 0;
              } else if (answer instanceof CommitResult.Committed) {
                completions++;
              }
              return answer;
            });
  }

  /** An attempt that meets no trouble. */
  void delivers() {
    execute(counted);
  }

  /** An attempt that meets trouble at the point. */
  void delivers(Trouble trouble, Point point) {
    IdempotencyStore view =
        switch (trouble) {
          case CRASH -> Crash.at(point, counted);
          case LOST_ANSWER -> Steps.at(point, counted, World::loseAnswer);
          case RIVAL -> Steps.at(point, counted, this::delivers);
          case RIVAL_AFTER_LAPSE ->
              Steps.at(
                  point,
                  counted,
                  () -> {
                    bench.lapse();
                    delivers();
                  });
        };
    try {
      execute(view);
    } catch (Crash e) {
      // The next delivery has to cope.
    }
  }

  private static void loseAnswer() {
    throw new StoreException(StoreException.Kind.UNREACHABLE, "No answer", "Wait", null);
  }

  private void execute(IdempotencyStore view) {
    Outcome outcome = bench.engine(view).execute(bench.request(), this::handle);
    if (outcome.isDone()) {
      assertThat(bench.record().status()).as("acknowledged").isEqualTo(Status.COMPLETED);
    }
  }

  private HandlerResult handle(Attempt attempt) {
    return HandlerResult.commit(InMemoryEffects.of(() -> effects++), "by " + attempt.owner());
  }

  /** Redeliveries, each after every claim has lapsed, as a queue makes them. */
  void redelivers(int times) {
    for (int i = 0; i < times; i++) {
      bench.lapse();
      delivers();
    }
  }

  /** The event is done or held, and has had its effect as often as it was completed. */
  void assertExactlyOnce() {
    Status status = bench.record().status();
    assertThat(status).as("nothing is stuck").isIn(Status.COMPLETED, Status.UNKNOWN);
    assertThat(completions).as("completions").isEqualTo(status == Status.COMPLETED ? 1 : 0);
    assertThat(effects).as("effects").isEqualTo(completions);
    if (policy == AbandonedClaimPolicy.RERUN) {
      assertThat(status).as("nothing is held under RERUN").isEqualTo(Status.COMPLETED);
    }
  }
}
