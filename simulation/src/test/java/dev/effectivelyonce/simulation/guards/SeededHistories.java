package dev.effectivelyonce.simulation.guards;

import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.Trace;
import dev.effectivelyonce.simulation.kernel.Choices;
import dev.effectivelyonce.simulation.world.Parts;
import dev.effectivelyonce.simulation.world.World;
import java.util.Optional;
import java.util.stream.LongStream;

/** Histories of the simulation until a promise is broken. */
public final class SeededHistories {
  /** How many are run before a guard counts as unnoticed. */
  private static final int BUDGET = 6_000;

  private SeededHistories() {}

  /**
   * Runs histories.
   *
   * @param first the seed to begin with; the others count from 0
   * @return the seed, how many histories came before it, and the promise, if one is broken
   */
  public static Optional<String[]> firstBroken(String first) {
    return LongStream.concat(LongStream.of(Long.parseLong(first)), LongStream.range(0, BUDGET))
        .boxed()
        .flatMap(seed -> broken(seed).stream())
        .findFirst();
  }

  private static Optional<String[]> broken(long seed) {
    Counts counts = new Counts();
    return new World(Parts.REAL, Choices.ofSeed(seed), counts, Trace::none)
        .run()
        .map(
            it ->
                new String[] {
                  "seed " + seed, String.valueOf(counts.of("steps")), it.invariant().name()
                });
  }
}
