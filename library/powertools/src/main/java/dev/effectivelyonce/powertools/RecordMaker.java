package dev.effectivelyonce.powertools;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.OptionalInt;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyItemNotFoundException;
import software.amazon.lambda.powertools.idempotency.persistence.BasePersistenceStore;
import software.amazon.lambda.powertools.idempotency.persistence.DataRecord;

/**
 * Makes the record that Powertools would put for a payload, and keeps none. Powertools computes its
 * keys and hashes in private; this way they are its own, whatever its release. One for each
 * function: Powertools' base keeps the name of the function that was called last, and where calls
 * nest or run at once that is another's.
 */
final class RecordMaker extends BasePersistenceStore {
  // Of this method: a static one would mix those of two.
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<DataRecord> made = new ThreadLocal<>();

  RecordMaker(IdempotencyConfig config, String functionName) {
    configure(withoutCache(config), functionName);
  }

  /**
   * The record of a call.
   *
   * @param remainingMillis what is left of the invocation, where that is known
   */
  DataRecord make(JsonNode payload, Instant now, OptionalInt remainingMillis) {
    try {
      saveInProgress(payload, now, remainingMillis);
      return made.get();
    } finally {
      made.remove();
    }
  }

  @Override
  public void putRecord(DataRecord record, Instant now) {
    made.set(record);
  }

  @Override
  public DataRecord getRecord(String idempotencyKey) {
    throw new IdempotencyItemNotFoundException(idempotencyKey);
  }

  @Override
  public void updateRecord(DataRecord record) {
    made.set(record);
  }

  @Override
  public void deleteRecord(String idempotencyKey) {
    made.remove();
  }

  /** Powertools' cache is not made for several threads, and a missing key is refused elsewhere. */
  private static IdempotencyConfig withoutCache(IdempotencyConfig config) {
    return IdempotencyConfig.builder()
        .withEventKeyJMESPath(config.getEventKeyJMESPath())
        .withPayloadValidationJMESPath(config.getPayloadValidationJMESPath())
        .withHashFunction(config.getHashFunction())
        .build();
  }
}
