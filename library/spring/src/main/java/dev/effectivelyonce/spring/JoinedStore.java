package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Instant;
import java.util.Optional;

/** A store whose commits end the transaction in which a method ran. */
record JoinedStore(IdempotencyStore store) implements IdempotencyStore {
  @Override
  public WriteResult write(Write write) {
    return store.write(write);
  }

  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    return store.find(id);
  }

  @Override
  public IdempotencyStore withDeadline(Instant deadline) {
    return new JoinedStore(store.withDeadline(deadline));
  }

  @Override
  public Optional<Transactions> transactions() {
    return Optional.of(this::commit);
  }

  private CommitResult commit(Commit commit) {
    return commit instanceof Commit.Completing completing
            && completing.effects() instanceof JoinedTransactions.Joined joined
        ? joined.commit(completing, store)
        : CommitResult.EffectRefused.otherEffects(commit.effects(), "those of a transaction");
  }
}
