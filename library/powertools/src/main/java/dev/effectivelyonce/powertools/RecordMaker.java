package dev.effectivelyonce.powertools;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.OptionalInt;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyItemNotFoundException;
import software.amazon.lambda.powertools.idempotency.persistence.BasePersistenceStore;
import software.amazon.lambda.powertools.idempotency.persistence.DataRecord;

/**
 * Makes the record that Powertools would put for a payload, and stores none. Powertools computes
 * its keys and hashes in private code; so they are its own in any release. Make one for each
 * function: Powertools' base class keeps the name of the function that was called last, which may
 * be another's where calls nest or run at once.
 */
final class RecordMaker extends BasePersistenceStore {
  // Not static: that would mix the records of two methods.
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<DataRecord> made = new ThreadLocal<>();

  RecordMaker(IdempotencyConfig config, String functionName) {
    configure(withoutCache(config), functionName);
  }

  /**
   * Returns the record of a call.
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

  /** Switches off Powertools' cache, which is not thread-safe, and its check for missing keys. */
  private static IdempotencyConfig withoutCache(IdempotencyConfig config) {
    return IdempotencyConfig.builder()
        .withEventKeyJMESPath(config.getEventKeyJMESPath())
        .withPayloadValidationJMESPath(config.getPayloadValidationJMESPath())
        .withHashFunction(config.getHashFunction())
        .build();
  }
}
