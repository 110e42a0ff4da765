package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.key.RecordId;
import java.time.Instant;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An entry of the index.
 *
 * @param id the record
 * @param updatedAt its last write, as of the index
 */
record ListedEntry(RecordId id, Instant updatedAt) {
  static ListedEntry of(Map<String, AttributeValue> keys) {
    Item entry = new Item("in the index " + Attributes.LISTING_INDEX, keys);
    return new ListedEntry(
        new RecordId(entry.string(Attributes.ID)), entry.millis(Attributes.UPDATED_AT));
  }
}
