package dev.effectivelyonce.benchmarks.subject;

import java.time.Instant;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyItemAlreadyExistsException;
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
          new ConfiguredOnce(
              DynamoDBPersistenceStore.builder()
                  .withDynamoDbClient(client)
                  .withTableName(name)
                  .build());
      case Backing.Nothing() -> new Accepting();
    };
  }

  /**
   * Powertools' own store, whose prefix of keys is written once. Each call writes it anew, in two
   * steps: a call on another thread may see it half written, and then keeps its record under
   * another key.
   */
  private static final class ConfiguredOnce extends BasePersistenceStore {
    private final BasePersistenceStore store;
    private boolean configured;

    ConfiguredOnce(BasePersistenceStore store) {
      this.store = store;
    }

    @Override
    public synchronized void configure(IdempotencyConfig config, String functionName) {
      if (!configured) {
        super.configure(config, functionName);
        configured = true;
      }
    }

    @Override
    public DataRecord getRecord(String key) throws IdempotencyItemNotFoundException {
      return store.getRecord(key);
    }

    @Override
    public void putRecord(DataRecord dataRecord, Instant now)
        throws IdempotencyItemAlreadyExistsException {
      store.putRecord(dataRecord, now);
    }

    @Override
    public void updateRecord(DataRecord dataRecord) {
      store.updateRecord(dataRecord);
    }

    @Override
    public void deleteRecord(String key) {
      store.deleteRecord(key);
    }
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
