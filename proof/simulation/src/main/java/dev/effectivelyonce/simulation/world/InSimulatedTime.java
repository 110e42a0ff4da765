package dev.effectivelyonce.simulation.world;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.time.Instant;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.persistence.BasePersistenceStore;
import software.amazon.lambda.powertools.idempotency.persistence.DataRecord;

/** A store as Powertools calls it, but for the time: Powertools reads the system's clock. */
final class InSimulatedTime extends BasePersistenceStore {
  private final BasePersistenceStore store;
  private final Clock clock;

  InSimulatedTime(BasePersistenceStore store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  @Override
  public void configure(IdempotencyConfig config, String functionName) {
    store.configure(config, functionName);
  }

  @Override
  public void saveInProgress(JsonNode data, Instant now, OptionalInt remainingMillis) {
    store.saveInProgress(data, clock.instant(), remainingMillis);
  }

  @Override
  public void saveSuccess(JsonNode data, @Nullable Object result, Instant now) {
    store.saveSuccess(data, result, clock.instant());
  }

  @Override
  public void deleteRecord(JsonNode data, Throwable throwable) {
    store.deleteRecord(data, throwable);
  }

  /** Without the times that Powertools would compare with the system's clock. */
  @Override
  public DataRecord getRecord(JsonNode data, Instant now) {
    DataRecord found = store.getRecord(data, clock.instant());
    return new DataRecord(
        found.getIdempotencyKey(),
        found.getInProgressExpiryTimestamp().isPresent()
            ? DataRecord.Status.INPROGRESS
            : DataRecord.Status.COMPLETED,
        0,
        found.getResponseData(),
        found.getPayloadHash());
  }

  @Override
  public DataRecord getRecord(String idempotencyKey) {
    return store.getRecord(idempotencyKey);
  }

  @Override
  public void putRecord(DataRecord record, Instant now) {
    store.putRecord(record, clock.instant());
  }

  @Override
  public void updateRecord(DataRecord record) {
    store.updateRecord(record);
  }

  @Override
  public void deleteRecord(String idempotencyKey) {
    store.deleteRecord(idempotencyKey);
  }
}
