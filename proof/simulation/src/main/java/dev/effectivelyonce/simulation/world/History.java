package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.simulation.check.Violation;
import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.SourceModel;
import dev.effectivelyonce.simulation.history.Trace;
import dev.effectivelyonce.simulation.kernel.Choices;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** One history. For one platform thread. */
public interface History {
  /**
   * Makes the history of some choices.
   *
   * @param parts the code under test, and where its messages come from
   * @param trace how its trace is kept
   */
  static History of(
      CodeUnderTest parts,
      Choices choices,
      Counts counts,
      Function<Supplier<Instant>, Trace> trace) {
    return parts.source() == SourceModel.SQS
        ? new World(parts, choices, counts, trace)
        : new LogWorld(parts, choices, counts, trace);
  }

  /**
   * Runs it.
   *
   * @return the first invariant that did not hold
   */
  Optional<Violation> run();

  /** Its trace. */
  Trace trace();
}
