package dev.effectivelyonce.testkit;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.AuditLog;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.RecordListing;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A store in memory that keeps the contract of {@link IdempotencyStore}, for tests. It keeps
 * expired records, like a store that deletes them late; {@link #delete} deletes a record.
 */
public final class InMemoryStore implements IdempotencyStore, RecordListing {
  private final Map<RecordId, IdempotencyRecord> records = new HashMap<>();
  private final Listing listing;
  private final InMemoryTransactions transactions = new InMemoryTransactions(this);
  private final InMemoryTrail trail = new InMemoryTrail(this);

  /** Creates an empty store that lists {@link Listing#FAILED_AND_HELD} records. */
  public InMemoryStore() {
    this(Listing.FAILED_AND_HELD);
  }

  /** Creates an empty store that lists the given choice of records. */
  public InMemoryStore(Listing listing) {
    this.listing = listing;
  }

  @Override
  public synchronized WriteResult write(Write write) {
    Optional<IdempotencyRecord> current = find(write.id());
    if (!write.guard().holds(current)) {
      return new WriteResult.Refused(current);
    }
    IdempotencyRecord after = write.after(current).orElseThrow();
    put(after);
    return new WriteResult.Written(after);
  }

  /** Puts a record unconditionally; the caller holds this store's lock. */
  void put(IdempotencyRecord after) {
    records.put(after.id(), after);
  }

  /** Deletes a record, as real stores do at some time after its retention. */
  public synchronized void delete(RecordId id) {
    records.remove(id);
  }

  @Override
  public synchronized Optional<IdempotencyRecord> find(RecordId id) {
    return Optional.ofNullable(records.get(id));
  }

  @Override
  public Optional<GroupWriter> groups() {
    return Optional.of(new InMemoryGroups(this));
  }

  /** {@inheritDoc} This store carries out {@link InMemoryEffects}. */
  @Override
  public Optional<Transactions> transactions() {
    return Optional.of(transactions);
  }

  @Override
  public Optional<AuditLog> trail() {
    return Optional.of(trail);
  }

  @Override
  public Stream<IdempotencyRecord> listed(
      ConsumerName consumer, Consumer<StoreException> unreadable) {
    return records().values().stream()
        .filter(record -> listing.lists(record))
        .filter(record -> record.id().value().startsWith(consumer.value() + "#"))
        .sorted(Comparator.comparing(record -> record.stamp().at()));
  }

  /** Returns all records as they are now. */
  public synchronized Map<RecordId, IdempotencyRecord> records() {
    return Map.copyOf(records);
  }
}
