package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.StoredResult.Omitted;
import dev.effectivelyonce.core.record.StoredResult.Reason;
import dev.effectivelyonce.core.record.StoredResult.Text;
import java.nio.charset.StandardCharsets;

/**
 * What of a result fits an item. By the time of a completion the effect has happened, so a result
 * that DynamoDB would refuse must not fail it.
 */
final class KeptResult {
  /** An item holds 400 KB; the rest is for the other attributes, unknown ones among them. */
  static final int MAX_BYTES = 384 * 1024;

  private KeptResult() {}

  static StoredResult of(StoredResult result) {
    return result instanceof Text(String value) ? of(value) : result;
  }

  private static StoredResult of(String value) {
    int sizeBytes = value.getBytes(StandardCharsets.UTF_8).length;
    return sizeBytes <= MAX_BYTES ? new Text(value) : new Omitted(Reason.TOO_LARGE, sizeBytes);
  }
}
