package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.simulation.history.SourceModel;
import dev.effectivelyonce.simulation.history.StoreModel;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.time.Duration;
import java.util.function.Function;

/**
 * The code under test, as a history uses it. Whoever wants to see a history fail puts something
 * broken before what is kept.
 *
 * @param store what keeps the records
 * @param source where messages come from
 * @param records what is kept in DynamoDB, as the processes of a history reach it
 */
public record CodeUnderTest(
    StoreModel store, SourceModel source, Function<InMemoryStore, IdempotencyStore> records) {
  /** How long records are kept. */
  public static final Duration RETENTION = Duration.ofDays(19);

  /** The real code. */
  public static final CodeUnderTest REAL = over(StoreModel.DYNAMODB);

  /** The real code over a store. */
  public static CodeUnderTest over(StoreModel store) {
    return over(store, SourceModel.SQS);
  }

  /** The real code over a store, with messages from a source. */
  public static CodeUnderTest over(StoreModel store, SourceModel source) {
    return new CodeUnderTest(store, source, kept -> kept);
  }
}
