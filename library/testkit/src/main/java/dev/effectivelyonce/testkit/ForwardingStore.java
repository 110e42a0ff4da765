package dev.effectivelyonce.testkit;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.util.Optional;

/**
 * A store that passes every call on to another one, for tests that override some of them. It does
 * not support groups of writes, because they would bypass the overridden methods. Transactions do
 * bypass them.
 */
public abstract class ForwardingStore implements IdempotencyStore {
  private final IdempotencyStore store;

  /** Creates a store that passes calls on to {@code store}. */
  protected ForwardingStore(IdempotencyStore store) {
    this.store = store;
  }

  @Override
  public WriteResult write(Write write) {
    return store.write(write);
  }

  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    return store.find(id);
  }

  @Override
  public Durability durability() {
    return store.durability();
  }

  @Override
  public Optional<Transactions> transactions() {
    return store.transactions();
  }
}
