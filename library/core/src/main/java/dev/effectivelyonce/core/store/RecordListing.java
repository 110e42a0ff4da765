package dev.effectivelyonce.core.store;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import java.util.stream.Stream;

/** Finds the records that an operator has to look at, without reading all of them. */
public interface RecordListing {
  /**
   * The listed records of a consumer, oldest change first. Which states are listed is the choice of
   * the store that wrote them, see {@link Listing}. Each record is as it stands now, and is in one
   * of the states of {@link Listing#OPEN}; expired ones may be among them. A change of the last
   * moments may not be listed yet.
   *
   * <p>Read as far as it is asked for, so limit it. Reading throws {@link StoreException} if the
   * store can't be reached or used.
   */
  Stream<IdempotencyRecord> listed(ConsumerName consumer);
}
