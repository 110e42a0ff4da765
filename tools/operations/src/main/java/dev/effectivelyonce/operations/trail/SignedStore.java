package dev.effectivelyonce.operations.trail;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.AuditLog;
import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A store whose operator's writes leave an entry in the trail of their record.
 *
 * @param store which keeps the records
 * @param actor who does it
 * @param reason why
 * @param platform time, ids and waiting
 */
public record SignedStore(
    IdempotencyStore store, Supplier<String> actor, Optional<String> reason, Platform platform)
    implements IdempotencyStore {
  @Override
  public WriteResult write(Write write) {
    return write instanceof Write.ByOperator decision
        ? trail().map(trail -> signed(trail, decision)).orElseGet(() -> store.write(write))
        : store.write(write);
  }

  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    return store.find(id);
  }

  @Override
  public IdempotencyStore withDeadline(Instant deadline) {
    return new SignedStore(store.withDeadline(deadline), actor, reason, platform);
  }

  @Override
  public Durability durability() {
    return store.durability();
  }

  @Override
  public Optional<AuditLog> trail() {
    return store.trail().map(trail -> new PatientTrail(trail, platform.pause()));
  }

  private WriteResult signed(AuditLog trail, Write.ByOperator decision) {
    return trail.write(
        decision,
        AuditLog.entry(
            decision,
            platform.owners().get().value(),
            platform.clock().instant(),
            actor.get(),
            reason));
  }
}
