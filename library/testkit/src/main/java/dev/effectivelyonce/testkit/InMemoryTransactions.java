package dev.effectivelyonce.testkit;

import dev.effectivelyonce.core.handler.HandlerResult.NotDone;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitGroups;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.Transactions;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Commits to an {@link InMemoryStore}, with {@link InMemoryEffects}, under the store's lock. */
final class InMemoryTransactions implements Transactions, CommitGroups {
  /** The limit of the DynamoDB store. */
  private static final int LIMIT = 25;

  private final InMemoryStore store;
  private final Set<Owner> unrecorded = new HashSet<>();

  InMemoryTransactions(InMemoryStore store) {
    this.store = store;
  }

  @Override
  public CommitResult commit(Commit commit) {
    InMemoryEffects effects = inMemory(commit);
    synchronized (store) {
      return switch (commit) {
        case Commit.Recorded recorded -> commit(recorded, effects);
        case Commit.Unrecorded(Owner attempt, var ignored) ->
            unrecorded.contains(attempt)
                ? new CommitResult.Committed()
                : happen(effects, () -> unrecorded.add(attempt));
      };
    }
  }

  private CommitResult commit(Commit.Recorded commit, InMemoryEffects effects) {
    Optional<IdempotencyRecord> current = store.find(commit.id());
    return commit.guard().holds(current)
        ? happen(effects, () -> store.put(commit.after(current).orElseThrow()))
        : new CommitResult.Refused(current);
  }

  /** {@inheritDoc} They are carried out one after the other. */
  @Override
  public Optional<CommitGroups> commitGroups() {
    return Optional.of(this);
  }

  @Override
  public int limit() {
    return LIMIT;
  }

  @Override
  public void commit(List<Commit.AtOnce> commits, Answers answers) {
    for (int i = 0; i < commits.size(); i++) {
      answers.answer(i, Optional.of(commit(commits.get(i))));
    }
  }

  private static CommitResult happen(InMemoryEffects effects, Runnable record) {
    Optional<NotDone> refusal = effects.refusal();
    if (refusal.isPresent()) {
      return new CommitResult.EffectRefused(refusal.get());
    }
    record.run();
    effects.happen();
    return new CommitResult.Committed();
  }

  private static InMemoryEffects inMemory(Commit commit) {
    if (commit.effects() instanceof InMemoryEffects known) {
      return known;
    }
    throw new IllegalArgumentException(
        "The in-memory store carries out InMemoryEffects alone, and no "
            + commit.effects().getClass().getName()
            + ". Test a UnitOfWork with DynamoDbStore and DynamoDB Local: docs/testing.md");
  }
}
