package dev.effectivelyonce.tests.words;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.testkit.ForwardingStore;
import java.util.Optional;

/** A store before each call of which something happens. What that throws, the call throws. */
public final class HookedStore extends ForwardingStore {
  private final Runnable before;

  public HookedStore(IdempotencyStore store, Runnable before) {
    super(store);
    this.before = before;
  }

  /** Returns a store whose client gives up on an interrupted thread, as the AWS SDK does. */
  public static IdempotencyStore refusingTheInterrupted(IdempotencyStore store) {
    return new HookedStore(
        store,
        () -> {
          if (Thread.currentThread().isInterrupted()) {
            throw new StoreException(
                StoreException.Kind.UNREACHABLE, "The call was interrupted", "None", null);
          }
        });
  }

  @Override
  public WriteResult write(Write write) {
    before.run();
    return super.write(write);
  }

  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    before.run();
    return super.find(id);
  }

  @Override
  public Optional<Transactions> transactions() {
    return super.transactions()
        .map(
            transactions ->
                commit -> {
                  before.run();
                  return transactions.commit(commit);
                });
  }
}
