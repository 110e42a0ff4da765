package dev.effectivelyonce.simulation.guards;

import dev.effectivelyonce.simulation.history.Counts;
import dev.effectivelyonce.simulation.history.SourceModel;
import dev.effectivelyonce.simulation.history.StoreModel;
import dev.effectivelyonce.simulation.history.Trace;
import dev.effectivelyonce.simulation.kernel.Choices;
import dev.effectivelyonce.simulation.world.CodeUnderTest;
import dev.effectivelyonce.simulation.world.History;
import java.util.Optional;
import java.util.stream.LongStream;

/** Histories of the simulation until a promise is broken. */
public final class SeededHistories {
  private static final String SEED = "seed ";
  private static final String OVER = " over ";
  private static final String OF = " of ";

  /** How many are run before a guard counts as unnoticed. */
  private static final int BUDGET = 20_000;

  private SeededHistories() {}

  /** Names histories over a store and of a source, of which none is known to show anything. */
  static String of(StoreModel store, SourceModel source) {
    return SEED + "0" + told(store, source);
  }

  private static String told(StoreModel store, SourceModel source) {
    return (source == SourceModel.SQS ? "" : OF + source)
        + (store == StoreModel.DYNAMODB ? "" : OVER + store);
  }

  /**
   * Runs histories.
   *
   * @param first the seed to begin with, the source and the store; the others count from 0
   * @return the seed, the steps of its history, and the promise, if one is broken
   */
  public static Optional<String[]> firstBroken(String first) {
    String[] over = first.substring(SEED.length()).split(OVER, 2);
    String[] of = over[0].split(OF, 2);
    StoreModel store = over.length > 1 ? StoreModel.valueOf(over[1]) : StoreModel.DYNAMODB;
    SourceModel source = of.length > 1 ? SourceModel.valueOf(of[1]) : SourceModel.SQS;
    return LongStream.concat(LongStream.of(Long.parseLong(of[0])), LongStream.range(0, BUDGET))
        .boxed()
        .flatMap(seed -> broken(seed, store, source).stream())
        .findFirst();
  }

  private static Optional<String[]> broken(long seed, StoreModel store, SourceModel source) {
    Counts counts = new Counts();
    return History.of(CodeUnderTest.over(store, source), Choices.ofSeed(seed), counts, Trace::none)
        .run()
        .map(
            it ->
                new String[] {
                  SEED + seed + told(store, source),
                  String.valueOf(counts.of("steps")),
                  it.invariant().name()
                });
  }
}
