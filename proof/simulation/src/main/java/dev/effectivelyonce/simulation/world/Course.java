package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.simulation.check.Invariant;
import dev.effectivelyonce.simulation.check.Violation;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Drives a history, step by step until something is so. */
record Course(HistoryContext basis) {
  private static final Duration PATIENCE = Duration.ofHours(3);
  private static final int MANY_STEPS = 100_000;
  private static final int MOST_STEPS = 200_000;

  /**
   * Runs a history.
   *
   * @return the first invariant that did not hold
   */
  Optional<Violation> run(Runnable live) {
    try {
      live.run();
    } catch (IllegalStateException bug) {
      basis.findings.violated(
          Invariant.NO_BUG, String.valueOf(bug.getMessage()), ":", String.valueOf(bug.getCause()));
    }
    basis.counts.add("steps", basis.scheduler.steps());
    if (basis.records.past().repeats() > 0) {
      basis.counts.add("failover: effects repeated", basis.records.past().repeats());
    }
    return basis.findings.first();
  }

  /** Goes on until nothing is under way. */
  void rest(BooleanSupplier isResting) {
    boolean[] isOver = {false};
    basis.scheduler.after(PATIENCE, () -> isOver[0] = true);
    proceed(() -> isResting.getAsBoolean() || isOver[0]);
    basis.findings.check(
        isResting.getAsBoolean(), Invariant.COMES_TO_REST, "after", PATIENCE, "without faults");
  }

  /** Returns whether there were so many steps that nothing more should go wrong. */
  boolean isLong() {
    return basis.scheduler.steps() > MANY_STEPS;
  }

  /** Goes on until a time. */
  void waitUntil(Instant time) {
    boolean[] isReached = {false};
    basis.scheduler.at(time, () -> isReached[0] = true);
    proceed(() -> isReached[0]);
  }

  /** Goes on until it is done, or an invariant did not hold. */
  void proceed(BooleanSupplier isDone) {
    while (!isDone.getAsBoolean() && basis.findings.first().isEmpty()) {
      if (!basis.scheduler.step()) {
        return;
      }
      if (basis.scheduler.steps() > MOST_STEPS) {
        basis.findings.violated(Invariant.COMES_TO_REST, "not after", MOST_STEPS, "steps");
      }
    }
  }
}
