package dev.effectivelyonce.simulation.guards;

import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.StoreModel;
import dev.effectivelyonce.simulation.history.Trace;
import dev.effectivelyonce.simulation.kernel.Choices;
import dev.effectivelyonce.simulation.world.CodeUnderTest;
import dev.effectivelyonce.simulation.world.World;
import java.util.Optional;
import java.util.stream.LongStream;

/** Histories of the simulation until a promise is broken. */
public final class SeededHistories {
  private static final String SEED = "seed ";
  private static final String OVER = " over ";

  /** How many are run before a guard counts as unnoticed. */
  private static final int BUDGET = 20_000;

  private SeededHistories() {}

  /** Names histories over a store, of which none is known to show anything. */
  static String over(StoreModel store) {
    return SEED + "0" + told(store);
  }

  private static String told(StoreModel store) {
    return store == StoreModel.DYNAMODB ? "" : OVER + store;
  }

  /**
   * Runs histories.
   *
   * @param first the seed to begin with and the store; the others count from 0
   * @return the seed, the steps of its history, and the promise, if one is broken
   */
  public static Optional<String[]> firstBroken(String first) {
    String[] parts = first.substring(SEED.length()).split(OVER, 2);
    StoreModel store = parts.length > 1 ? StoreModel.valueOf(parts[1]) : StoreModel.DYNAMODB;
    return LongStream.concat(LongStream.of(Long.parseLong(parts[0])), LongStream.range(0, BUDGET))
        .boxed()
        .flatMap(seed -> broken(seed, store).stream())
        .findFirst();
  }

  private static Optional<String[]> broken(long seed, StoreModel store) {
    Counts counts = new Counts();
    return new World(CodeUnderTest.over(store), Choices.ofSeed(seed), counts, Trace::none)
        .run()
        .map(
            it ->
                new String[] {
                  SEED + seed + told(store),
                  String.valueOf(counts.of("steps")),
                  it.invariant().name()
                });
  }
}
