package dev.effectivelyonce.simulation.store;

import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitGroups;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.Transactions;
import java.util.List;
import java.util.Optional;

/** Commits of the real store, of which the server is told what each is about. */
record PostgresCommits(SimulatedStore way, Table table) implements Transactions, CommitGroups {
  @Override
  public CommitResult commit(Commit commit) {
    return commit instanceof Commit.Recorded recorded
        ? transactions(List.of(recorded)).commit(commit)
        : transactions(List.of()).commit(commit);
  }

  @Override
  public Optional<CommitGroups> commitGroups() {
    return Optional.of(this);
  }

  @Override
  public int limit() {
    return transactions(List.of()).commitGroups().orElseThrow().limit();
  }

  @Override
  public void commit(List<Commit.AtOnce> commits, Answers answers) {
    transactions(commits).commitGroups().orElseThrow().commit(commits, answers);
  }

  private Transactions transactions(List<? extends Commit.Recorded> commits) {
    return table
        .reachedBy(way, commits.stream().map(Asked::of).toList())
        .orElseThrow()
        .transactions()
        .orElseThrow();
  }
}
