package dev.effectivelyonce.core.store;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Finds the records that an operator has to look at, without reading all of them. */
public interface RecordListing {
  /**
   * Returns the listed records of a consumer, oldest change first. The store that wrote them chose
   * which states are listed, see {@link Listing}. Each record is as it stands now, and is in one of
   * the states of {@link Listing#OPEN}; expired ones may be among them. A change of the last
   * moments may not be listed yet.
   *
   * <p>The stream reads only as far as it is consumed, so limit it. Reading throws {@link
   * StoreException} if the store can't be reached or used.
   */
  Stream<IdempotencyRecord> listed(ConsumerName consumer);

  /**
   * Returns the same, and passes over records that this release can't read. Default: there are
   * none.
   *
   * @param unreadable gets the fault of each of them
   */
  default Stream<IdempotencyRecord> listed(
      ConsumerName consumer, Consumer<StoreException> unreadable) {
    return listed(consumer);
  }
}
