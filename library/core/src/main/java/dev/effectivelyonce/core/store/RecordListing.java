package dev.effectivelyonce.core.store;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Finds the records that need an operator's attention, without reading all records. */
public interface RecordListing {
  /**
   * Returns the listed records of a consumer, oldest change first. The store that wrote them chose
   * which states are listed, see {@link Listing}. Each record has its current content and is in one
   * of the states of {@link Listing#OPEN}; some may have expired. Very recent changes may not be
   * listed yet.
   *
   * <p>The stream is read lazily, so limit it. Reading throws {@link StoreException} if the store
   * can't be reached or used.
   */
  default Stream<IdempotencyRecord> listed(ConsumerName consumer) {
    return listed(
        consumer,
        unreadable -> {
          throw unreadable;
        });
  }

  /**
   * Returns the same records, but skips those that this release can't read.
   *
   * @param unreadable receives the fault of each record that it can't read, and skips it by
   *     returning
   */
  Stream<IdempotencyRecord> listed(ConsumerName consumer, Consumer<StoreException> unreadable);
}
