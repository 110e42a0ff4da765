package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.StoredResult.Omitted;
import dev.effectivelyonce.core.record.StoredResult.Reason;
import dev.effectivelyonce.core.record.StoredResult.Text;
import java.nio.charset.StandardCharsets;

/**
 * Cuts results and errors to what fits an item. By the time of these writes the effect may have
 * happened, so a text that DynamoDB would refuse must not fail them.
 */
final class FittedRecord {
  /** The limit of the texts: an item holds 400 KB, other and unknown attributes included. */
  static final int MAX_BYTES = 384 * 1024;

  private FittedRecord() {}

  static IdempotencyRecord of(IdempotencyRecord record) {
    return record.fitted(FittedRecord::of, FittedRecord::of);
  }

  static StoredResult of(StoredResult result) {
    return result instanceof Text(String value) ? of(value) : result;
  }

  private static StoredResult of(String value) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
      return new Omitted(Reason.NOT_SERIALIZABLE, 0);
    }
    int sizeBytes = value.getBytes(StandardCharsets.UTF_8).length;
    return sizeBytes <= MAX_BYTES ? new Text(value) : new Omitted(Reason.TOO_LARGE, sizeBytes);
  }

  /** Replaces half of a surrogate pair, which has no UTF-8, by a question mark. */
  private static ErrorSummary of(ErrorSummary why) {
    byte[] bytes = why.text().getBytes(StandardCharsets.UTF_8);
    return new ErrorSummary(new String(bytes, StandardCharsets.UTF_8));
  }
}
