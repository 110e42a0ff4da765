package dev.effectivelyonce.powertools;

import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.StoredResult.Omitted;
import java.util.OptionalLong;
import software.amazon.lambda.powertools.idempotency.persistence.DataRecord;

/** Converts records to those of Powertools, to answer a call that did not begin. */
final class PowertoolsRecords {
  /** The result that Powertools itself keeps of a method that returned null. */
  private static final String NOTHING = "null";

  private PowertoolsRecords() {}

  static DataRecord inFlight(IdempotencyRecord existing) {
    return answer(
        existing,
        DataRecord.Status.INPROGRESS,
        NOTHING,
        OptionalLong.of(existing.leaseUntil().toEpochMilli()));
  }

  /**
   * Returns the answer to a duplicate.
   *
   * @throws AttemptRefusedException if the result was not kept: any other would be wrong
   */
  static DataRecord completed(IdempotencyRecord existing) {
    return answer(existing, DataRecord.Status.COMPLETED, result(existing), OptionalLong.empty());
  }

  static ErrorSummary why(IdempotencyRecord existing) {
    return existing.error().orElse(new ErrorSummary("No reason was recorded"));
  }

  private static String result(IdempotencyRecord existing) {
    return switch (existing.result()) {
      case StoredResult.Text(String value) -> value;
      case StoredResult.None() -> NOTHING;
      case Omitted omitted -> throw RefusalTranslator.resultNotKept(existing.id(), omitted);
    };
  }

  private static DataRecord answer(
      IdempotencyRecord existing,
      DataRecord.Status status,
      String result,
      OptionalLong leaseUntilMillis) {
    return new DataRecord(
        existing.id().value(),
        status,
        existing.stamp().keptUntil().getEpochSecond(),
        result,
        existing.fingerprint().map(Object::toString).orElse(""),
        leaseUntilMillis);
  }
}
