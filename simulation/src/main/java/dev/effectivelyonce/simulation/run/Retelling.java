package dev.effectivelyonce.simulation.run;

import dev.effectivelyonce.simulation.check.Violation;
import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.Trace;
import dev.effectivelyonce.simulation.kernel.Choices;
import dev.effectivelyonce.simulation.kernel.RecordedChoices;
import dev.effectivelyonce.simulation.world.Parts;
import dev.effectivelyonce.simulation.world.World;
import java.util.List;
import java.util.Optional;

/**
 * A history told step by step.
 *
 * @param choices all that was chosen in it
 * @param violation the first invariant that did not hold
 * @param trace its steps
 */
public record Retelling(int[] choices, Optional<Violation> violation, List<String> trace) {
  private static final int MOST_SHRINKING_RUNS = 4_000;

  /** The history of a seed. */
  public static Retelling of(Parts parts, long seed) {
    return of(parts, Choices.ofSeed(seed));
  }

  /** The history of some choices. */
  public static Retelling of(Parts parts, Choices choices) {
    RecordedChoices recorded = new RecordedChoices(choices);
    World world = new World(parts, recorded, new Counts(), Trace::kept);
    Optional<Violation> violation = world.run();
    return new Retelling(recorded.made(), violation, world.trace().lines());
  }

  /** The smallest history found in which the same invariant does not hold. */
  public Retelling shrunk(Parts parts) {
    Violation wanted = violation.orElseThrow();
    int[] smallest =
        Shrinker.shrink(choices, it -> fails(parts, it, wanted), MOST_SHRINKING_RUNS);
    return of(parts, Choices.of(smallest));
  }

  private static boolean fails(Parts parts, int[] choices, Violation wanted) {
    return new World(parts, Choices.of(choices), new Counts(), Trace::none)
        .run()
        .filter(it -> it.invariant() == wanted.invariant())
        .isPresent();
  }
}
