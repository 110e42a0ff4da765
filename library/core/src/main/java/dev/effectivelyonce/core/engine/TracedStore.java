package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.AuditLog;
import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Instant;
import java.util.Optional;

/**
 * The store of a delivery that is traced. Each of its requests has a span, whose time includes the
 * wait for the other writes of its group.
 */
record TracedStore(IdempotencyStore store, DeliverySpan span) implements IdempotencyStore {
  @Override
  public WriteResult write(Write write) {
    return TraceSpan.around(span.request(Verb.of(write)), () -> store.write(write));
  }

  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    return TraceSpan.around(span.request(Verb.FIND), () -> store.find(id));
  }

  @Override
  public Optional<Transactions> transactions() {
    return store
        .transactions()
        .map(
            transactions ->
                commit ->
                    TraceSpan.around(span.request(Verb.COMMIT), () -> transactions.commit(commit)));
  }

  @Override
  public IdempotencyStore withDeadline(Instant deadline) {
    return new TracedStore(store.withDeadline(deadline), span);
  }

  @Override
  public Durability durability() {
    return store.durability();
  }

  @Override
  public Optional<AuditLog> trail() {
    return store.trail();
  }
}
