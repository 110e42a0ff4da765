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
import java.util.EnumSet;
import java.util.Set;

/** One event and all that happens to it, held against what the protocol promises. */
final class World {
  /** How a handler ends. */
  enum End {
    COMPLETES,
    COMMITS,
    RETRIES,
    FAILS,
    THROWS;

    /** Whether the effect happens before this end. */
    boolean hasEffect() {
      return this == COMPLETES || this == THROWS;
    }
  }

  /** What happens at a point of an attempt. */
  enum Trouble {
    CRASH,
    LOST_ANSWER,
    RIVAL,
    RIVAL_AFTER_LAPSE
  }

  private static final Set<Status> FINAL =
      EnumSet.of(Status.COMPLETED, Status.FAILED, Status.UNKNOWN);

  final Bench bench;
  private final AbandonedClaimPolicy policy;
  private final End usual;
  private final IdempotencyStore counted;
  private int effects;
  private int completions;

  World(AbandonedClaimPolicy policy) {
    this(policy, End.COMPLETES);
  }

  /**
   * @param usual how the handlers of rivals and redeliveries end
   */
  World(AbandonedClaimPolicy policy, End usual) {
    this.policy = policy;
    this.usual = usual;
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
  void delivers(End end) {
    execute(counted, end);
  }

  /** An attempt that meets trouble at the point. */
  void delivers(End end, Trouble trouble, Point point) {
    IdempotencyStore view =
        switch (trouble) {
          case CRASH -> Crash.at(point, counted);
          case LOST_ANSWER -> Steps.at(point, counted, World::loseAnswer);
          case RIVAL -> Steps.at(point, counted, () -> delivers(usual));
          case RIVAL_AFTER_LAPSE ->
              Steps.at(
                  point,
                  counted,
                  () -> {
                    bench.lapse();
                    delivers(usual);
                  });
        };
    try {
      execute(view, end);
    } catch (Crash e) {
      // The next delivery has to cope.
    }
  }

  private static void loseAnswer() {
    throw new StoreException(StoreException.Kind.UNREACHABLE, "No answer", "Wait", null);
  }

  private void execute(IdempotencyStore view, End end) {
    Outcome outcome = bench.engine(view).execute(bench.request(), attempt -> handle(attempt, end));
    if (outcome.isDone()) {
      assertThat(bench.record().status()).as("acknowledged").isEqualTo(Status.COMPLETED);
    }
  }

  private HandlerResult handle(Attempt attempt, End end) {
    effects += end.hasEffect() ? 1 : 0;
    return switch (end) {
      case COMPLETES -> HandlerResult.completed("by " + attempt.owner());
      case COMMITS ->
          HandlerResult.commit(InMemoryEffects.of(() -> effects++), "by " + attempt.owner());
      case RETRIES -> HandlerResult.retry("busy");
      case FAILS -> HandlerResult.fail("closed");
      case THROWS -> throw new IllegalStateException();
    };
  }

  /** Redeliveries, each after every claim has lapsed, as a queue makes them. */
  void redelivers(int times) {
    for (int i = 0; i < times; i++) {
      bench.lapse();
      delivers(usual);
    }
  }

  int effects() {
    return effects;
  }

  /** Where every handler commits its effect with its completion there is one for the other. */
  void assertExactlyOnce() {
    assertPromises();
    assertThat(effects).as("effects").isEqualTo(completions);
  }

  void assertPromises() {
    Status status = bench.record().status();
    assertThat(status).as("nothing is stuck").isIn(FINAL);
    assertThat(completions).as("completions").isEqualTo(status == Status.COMPLETED ? 1 : 0);
    if (status == Status.COMPLETED) {
      assertThat(effects).as("effects of a completed event").isPositive();
    }
    if (policy == AbandonedClaimPolicy.HOLD) {
      assertThat(effects).as("effects under HOLD").isLessThanOrEqualTo(1);
    } else {
      assertThat(status).as("nothing is held under RERUN").isNotEqualTo(Status.UNKNOWN);
    }
  }
}
