package dev.effectivelyonce.simulation.guards;

import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.Trace;
import dev.effectivelyonce.simulation.kernel.Choices;
import dev.effectivelyonce.simulation.world.CodeUnderTest;
import dev.effectivelyonce.simulation.world.World;
import java.util.Optional;
import java.util.stream.LongStream;

/** Histories of the simulation until a promise is broken. */
public final class SeededHistories {
  private static final String SEED = "seed ";

  /** How many are run before a guard counts as unnoticed. */
  private static final int BUDGET = 20_000;

  private SeededHistories() {}

  /**
   * Runs histories.
   *
   * @param first the seed to begin with, where it is known; the others count from 0
   * @return the seed, the steps of its history, and the promise, if one is broken
   */
  public static Optional<String[]> firstBroken(String first) {
    LongStream begin =
        first.startsWith(SEED)
            ? LongStream.of(Long.parseLong(first.substring(SEED.length())))
            : LongStream.empty();
    return LongStream.concat(begin, LongStream.range(0, BUDGET))
        .boxed()
        .flatMap(seed -> broken(seed).stream())
        .findFirst();
  }

  private static Optional<String[]> broken(long seed) {
    Counts counts = new Counts();
    return new World(CodeUnderTest.REAL, Choices.ofSeed(seed), counts, Trace::none)
        .run()
        .map(
            it ->
                new String[] {
                  SEED + seed, String.valueOf(counts.of("steps")), it.invariant().name()
                });
  }
}
