package dev.effectivelyonce.tests.engine;

import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitGroups;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.testkit.ForwardingStore;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Transactions of a store that remember what was committed together, and what alone. */
class SeenCommits implements Transactions, CommitGroups {
  final List<Commit> alone = new CopyOnWriteArrayList<>();
  final List<List<Commit.AtOnce>> together = new CopyOnWriteArrayList<>();
  private final IdempotencyStore store;
  private final Transactions transactions;

  SeenCommits(IdempotencyStore store) {
    this.store = store;
    this.transactions = store.transactions().orElseThrow();
  }

  /** The store with these transactions, and its own groups of writes. */
  IdempotencyStore store() {
    return new ForwardingStore(store) {
      @Override
      public Optional<GroupWriter> groups() {
        return store.groups();
      }

      @Override
      public Optional<Transactions> transactions() {
        return Optional.of(SeenCommits.this);
      }
    };
  }

  @Override
  public CommitResult commit(Commit commit) {
    alone.add(commit);
    return transactions.commit(commit);
  }

  @Override
  public Optional<CommitGroups> commitGroups() {
    return Optional.of(this);
  }

  @Override
  public int limit() {
    return transactions.commitGroups().orElseThrow().limit();
  }

  @Override
  public void commit(List<Commit.AtOnce> commits, Answers answers) {
    together.add(commits);
    transactions.commitGroups().orElseThrow().commit(commits, answers);
  }
}
