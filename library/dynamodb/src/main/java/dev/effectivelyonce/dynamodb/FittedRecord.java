package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.StoredResult.Omitted;
import dev.effectivelyonce.core.record.StoredResult.Reason;
import dev.effectivelyonce.core.record.StoredResult.Text;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Cuts results and errors to what fits an item. By the time of these writes the effect may have
 * happened, so a text that DynamoDB would refuse must not fail them.
 */
final class FittedRecord {
  /**
   * The limit of a text, or of the result and the steps together: an item holds 400 KB, other and
   * unknown attributes included.
   */
  static final int MAX_BYTES = 384 * 1024;

  private FittedRecord() {}

  static IdempotencyRecord of(IdempotencyRecord record) {
    IdempotencyRecord fitted = record.fitted(it -> of(it, MAX_BYTES), FittedRecord::of);
    return fitted.steps().isEmpty() || !(fitted.result() instanceof Text)
        ? fitted
        : fitted.withResult(of(fitted.result(), MAX_BYTES - stepBytes(fitted)));
  }

  private static long stepBytes(IdempotencyRecord record) {
    return ItemSizes.bytes(Map.of(Attributes.STEPS, StepCodec.value(record.steps())));
  }

  private static StoredResult of(StoredResult result, long mostBytes) {
    return result instanceof Text(String value) ? of(value, mostBytes) : result;
  }

  private static StoredResult of(String value, long mostBytes) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
      return new Omitted(Reason.NOT_SERIALIZABLE, 0);
    }
    int sizeBytes = value.getBytes(StandardCharsets.UTF_8).length;
    return sizeBytes <= mostBytes ? new Text(value) : new Omitted(Reason.TOO_LARGE, sizeBytes);
  }

  /** Replaces half of a surrogate pair, which has no UTF-8, by a question mark. */
  private static ErrorSummary of(ErrorSummary why) {
    byte[] bytes = why.text().getBytes(StandardCharsets.UTF_8);
    return new ErrorSummary(new String(bytes, StandardCharsets.UTF_8));
  }
}
