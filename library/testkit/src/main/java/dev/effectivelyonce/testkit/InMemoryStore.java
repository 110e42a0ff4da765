package dev.effectivelyonce.testkit;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.RecordListing;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Refused;
import dev.effectivelyonce.core.store.WriteResult.Written;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A store in memory that keeps the contract of {@link IdempotencyStore}, for tests. It never
 * deletes an expired record by itself, as a store with late deletion may not either.
 */
public final class InMemoryStore implements IdempotencyStore, RecordListing {
  private final Map<RecordId, IdempotencyRecord> records = new HashMap<>();
  private final Listing listing;
  private final InMemoryTransactions transactions = new InMemoryTransactions(this);

  /** An empty store that lists {@link Listing#DOUBTFUL} records. */
  public InMemoryStore() {
    this(Listing.DOUBTFUL);
  }

  /** An empty store that lists the records chosen. */
  public InMemoryStore(Listing listing) {
    this.listing = listing;
  }

  @Override
  public synchronized WriteResult claim(Claim claim) {
    Optional<IdempotencyRecord> existing = find(claim.id());
    if (!allows(new Write.Claiming(claim), existing)) {
      return new Refused(existing);
    }
    return written(IdempotencyRecord.claimed(claim));
  }

  @Override
  public WriteResult takeOver(IdempotencyRecord seen, Claim claim) {
    return change(seen.id(), asSeen(seen), current -> current.takenOver(claim));
  }

  @Override
  public WriteResult renew(IdempotencyRecord mine, Instant leaseUntil, Stamp stamp) {
    Instant whole = leaseUntil.truncatedTo(ChronoUnit.MILLIS);
    return change(mine.id(), heldUntil(whole, mine), current -> current.renewed(whole, stamp));
  }

  @Override
  public WriteResult note(IdempotencyRecord mine, Step step, Stamp stamp) {
    return change(
        mine.id(),
        heldBy(mine).and(current -> current.hasStepAsIn(mine, step.name())),
        current -> current.noted(step, stamp));
  }

  @Override
  public WriteResult complete(IdempotencyRecord mine, StoredResult result, Stamp stamp) {
    return change(mine.id(), heldBy(mine), current -> current.completed(result, stamp));
  }

  @Override
  public WriteResult release(IdempotencyRecord mine, ErrorSummary why, Stamp stamp) {
    return change(mine.id(), heldBy(mine), current -> current.released(why, stamp));
  }

  @Override
  public WriteResult fail(IdempotencyRecord mine, ErrorSummary why, Stamp stamp) {
    return change(mine.id(), heldBy(mine), current -> current.failed(why, stamp));
  }

  @Override
  public WriteResult hold(IdempotencyRecord seen, ErrorSummary why, Stamp stamp) {
    return change(seen.id(), asSeen(seen), current -> current.held(why, stamp));
  }

  @Override
  public WriteResult settle(IdempotencyRecord seen, Settlement decision, Stamp stamp) {
    return change(
        seen.id(), restingAt(seen, stamp.at()), current -> current.settled(decision, stamp));
  }

  @Override
  public WriteResult settleStep(IdempotencyRecord seen, Step step, Stamp stamp) {
    return change(
        seen.id(),
        restingAt(seen, stamp.at()).and(current -> current.hasStepAsIn(seen, step.name())),
        current -> current.stepSettled(step, stamp));
  }

  @Override
  public WriteResult erase(IdempotencyRecord seen, Instant now) {
    return change(seen.id(), restingAt(seen, now), IdempotencyRecord::erased);
  }

  @Override
  public synchronized WriteResult forget(IdempotencyRecord seen, Instant now) {
    Optional<IdempotencyRecord> existing = find(seen.id());
    Optional<IdempotencyRecord> forgotten = existing.filter(restingAt(seen, now));
    forgotten.ifPresent(record -> records.remove(record.id()));
    return forgotten.<WriteResult>map(Written::new).orElseGet(() -> new Refused(existing));
  }

  @Override
  public synchronized Optional<IdempotencyRecord> find(RecordId id) {
    return Optional.ofNullable(records.get(id));
  }

  @Override
  public Optional<GroupWriter> groups() {
    return Optional.of(new InMemoryGroups(this));
  }

  /** Here: of {@link InMemoryEffects}. */
  @Override
  public Optional<Transactions> transactions() {
    return Optional.of(transactions);
  }

  @Override
  public Stream<IdempotencyRecord> listed(ConsumerName consumer) {
    return records().values().stream()
        .filter(record -> listing.lists(record))
        .filter(record -> record.id().value().startsWith(consumer.value() + "#"))
        .sorted(Comparator.comparing(record -> record.stamp().at()));
  }

  /** All records as they are now. */
  public synchronized Map<RecordId, IdempotencyRecord> records() {
    return Map.copyOf(records);
  }

  private synchronized WriteResult change(
      RecordId id,
      Predicate<IdempotencyRecord> condition,
      UnaryOperator<IdempotencyRecord> change) {
    Optional<IdempotencyRecord> existing = find(id);
    return existing
        .filter(condition)
        .map(current -> written(change.apply(current)))
        .orElseGet(() -> new Refused(existing));
  }

  private WriteResult written(IdempotencyRecord record) {
    records.put(record.id(), record);
    return new Written(record);
  }

  /** Whether the condition of a write holds for the record that stands. */
  static boolean allows(Write write, Optional<IdempotencyRecord> current) {
    return switch (write) {
      case Write.Claiming(Claim claim) ->
          current.filter(record -> !record.isExpired(claim.stamp().at())).isEmpty();
      case Write.Ending ending -> current.filter(heldBy(ending.mine())).isPresent();
    };
  }

  private static Predicate<IdempotencyRecord> heldBy(IdempotencyRecord mine) {
    return current -> current.isOwnedBy(mine.owner()) && current.status() == Status.INPROGRESS;
  }

  private static Predicate<IdempotencyRecord> heldUntil(Instant latest, IdempotencyRecord mine) {
    return heldBy(mine).and(current -> !current.leaseUntil().isAfter(latest));
  }

  private static Predicate<IdempotencyRecord> asSeen(IdempotencyRecord seen) {
    return sameOwnerAndStatus(seen).and(current -> current.leaseUntil().equals(seen.leaseUntil()));
  }

  private static Predicate<IdempotencyRecord> restingAt(IdempotencyRecord seen, Instant now) {
    return sameOwnerAndStatus(seen).and(current -> !current.isLive(now));
  }

  private static Predicate<IdempotencyRecord> sameOwnerAndStatus(IdempotencyRecord seen) {
    return current -> current.isOwnedBy(seen.owner()) && current.status() == seen.status();
  }
}
