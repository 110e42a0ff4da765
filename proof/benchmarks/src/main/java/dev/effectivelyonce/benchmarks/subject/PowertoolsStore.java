package dev.effectivelyonce.benchmarks.subject;

import java.time.Instant;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyItemNotFoundException;
import software.amazon.lambda.powertools.idempotency.persistence.BasePersistenceStore;
import software.amazon.lambda.powertools.idempotency.persistence.DataRecord;
import software.amazon.lambda.powertools.idempotency.persistence.DynamoDBPersistenceStore;

/** The stores below Powertools. */
final class PowertoolsStore {
  private PowertoolsStore() {}

  static BasePersistenceStore of(Backing backing) {
    return switch (backing) {
      case Backing.Table(var client, var name) ->
          DynamoDBPersistenceStore.builder().withDynamoDbClient(client).withTableName(name).build();
      case Backing.Nothing() -> new Accepting();
    };
  }

  /** The counterpart of {@link AcceptingStore}. */
  private static final class Accepting extends BasePersistenceStore {
    @Override
    public DataRecord getRecord(String key) throws IdempotencyItemNotFoundException {
      throw new IdempotencyItemNotFoundException(key);
    }

    @Override
    public void putRecord(DataRecord dataRecord, Instant now) {}

    @Override
    public void updateRecord(DataRecord dataRecord) {}

    @Override
    public void deleteRecord(String key) {}
  }
}
