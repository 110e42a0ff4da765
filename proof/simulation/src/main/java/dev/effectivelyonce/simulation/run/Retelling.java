package dev.effectivelyonce.simulation.run;

import dev.effectivelyonce.simulation.check.Violation;
import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.Trace;
import dev.effectivelyonce.simulation.kernel.Choices;
import dev.effectivelyonce.simulation.kernel.RecordedChoices;
import dev.effectivelyonce.simulation.world.CodeUnderTest;
import dev.effectivelyonce.simulation.world.History;
import java.util.List;
import java.util.Optional;

/** A history told step by step. */
public final class Retelling {
  private static final int MOST_SHRINKING_RUNS = 1_000;

  private final int[] choices;
  private final Optional<Violation> violation;
  private final List<String> trace;

  private Retelling(int[] choices, Optional<Violation> violation, List<String> trace) {
    this.choices = choices;
    this.violation = violation;
    this.trace = trace;
  }

  /** All that was chosen in it. */
  public int[] choices() {
    return choices.clone();
  }

  /** The first invariant that did not hold. */
  public Optional<Violation> violation() {
    return violation;
  }

  /** Its steps. */
  public List<String> trace() {
    return trace;
  }

  /** The history of a seed. */
  public static Retelling of(CodeUnderTest parts, long seed) {
    return of(parts, Choices.ofSeed(seed));
  }

  /** The history of some choices. */
  public static Retelling of(CodeUnderTest parts, Choices choices) {
    RecordedChoices recorded = new RecordedChoices(choices);
    History history = History.of(parts, recorded, new Counts(), Trace::kept);
    Optional<Violation> violation = history.run();
    return new Retelling(recorded.made(), violation, history.trace().lines());
  }

  /** The smallest history found in which the same invariant does not hold. */
  public Retelling shrunk(CodeUnderTest parts) {
    Violation wanted = violation.orElseThrow();
    int[] smallest = Shrinker.shrink(choices, it -> fails(parts, it, wanted), MOST_SHRINKING_RUNS);
    return of(parts, Choices.of(smallest));
  }

  private static boolean fails(CodeUnderTest parts, int[] choices, Violation wanted) {
    return History.of(parts, Choices.of(choices), new Counts(), Trace::none)
        .run()
        .filter(it -> it.invariant() == wanted.invariant())
        .isPresent();
  }
}
