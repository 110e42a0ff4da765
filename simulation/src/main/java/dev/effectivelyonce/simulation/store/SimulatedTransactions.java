package dev.effectivelyonce.simulation.store;

import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitGroups;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.simulation.history.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Transactions as DynamoDB carries them out: commits of a group happen together, or those that are
 * refused cancel it and the rest goes again, at another moment.
 */
final class SimulatedTransactions implements Transactions, CommitGroups {
  /** One of a group. */
  private record Member(int index, Commit.AtOnce commit) {}

  private final SimulatedStore store;
  private final Table table;
  private final Transactions transactions;

  SimulatedTransactions(SimulatedStore store, Table table, Transactions transactions) {
    this.store = store;
    this.table = table;
    this.transactions = transactions;
  }

  @Override
  public CommitResult commit(Commit commit) {
    Words what = words(commit);
    return store
        .call(
            what,
            () ->
                table.conflicts()
                    ? Optional.<CommitResult>empty()
                    : Optional.of(table.commit(transactions, commit)))
        .orElseThrow(() -> SimulatedStore.conflict(what));
  }

  @Override
  public Optional<CommitGroups> groups() {
    return Optional.of(this);
  }

  @Override
  public int limit() {
    return table.groupLimit();
  }

  @Override
  public void commit(List<Commit.AtOnce> commits, Answers answers) {
    List<Member> left = new ArrayList<>();
    for (int i = 0; i < commits.size(); i++) {
      left.add(new Member(i, commits.get(i)));
    }
    while (!left.isEmpty()) {
      left = send(left, answers);
    }
  }

  /** Those that are to go again. */
  private List<Member> send(List<Member> members, Answers answers) {
    List<Optional<CommitResult>> results = results(members);
    boolean isCancelled =
        results.stream().anyMatch(it -> !it.equals(Optional.of(new CommitResult.Committed())));
    List<Member> again = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      if (isCancelled && results.get(i).equals(Optional.of(new CommitResult.Committed()))) {
        again.add(members.get(i));
      } else {
        answers.answer(members.get(i).index(), results.get(i));
      }
    }
    return again;
  }

  private List<Optional<CommitResult>> results(List<Member> members) {
    Words what = Words.of("COMMITS", members.stream().map(it -> words(it.commit())).toList());
    try {
      return store.call(what, () -> carryOut(members));
    } catch (StoreException e) {
      if (e.isTransient()) {
        throw e;
      }
      return Collections.nCopies(members.size(), Optional.empty());
    }
  }

  /** What each comes to; they happen if none speaks against it. */
  private List<Optional<CommitResult>> carryOut(List<Member> members) {
    List<Optional<CommitResult>> results =
        members.stream().map(it -> foreseen(it.commit())).toList();
    if (results.stream().allMatch(Optional.of(new CommitResult.Committed())::equals)) {
      members.forEach(
          it -> {
            CommitResult ignored = table.commit(transactions, it.commit());
          });
    }
    return results;
  }

  /** Empty where another transaction is in the way. */
  private Optional<CommitResult> foreseen(Commit.AtOnce commit) {
    if (table.statementFails()) {
      return Optional.empty();
    }
    Optional<IdempotencyRecord> standing =
        table
            .records()
            .find(commit.claim().id())
            .filter(record -> !record.isExpired(commit.claim().stamp().at()));
    return Optional.of(
        standing.isPresent() ? new CommitResult.Refused(standing) : new CommitResult.Committed());
  }

  private Words words(Commit commit) {
    return switch (commit) {
      case Commit.Completing(Write.Completing completion, var ignored) ->
          Words.of("COMMIT", table.name(completion.id()), "by", commit.attempt());
      case Commit.AtOnce(Claim claim, var result, var ignored) ->
          Words.of("COMMIT at once", table.name(claim.id()), "by", commit.attempt());
      case Commit.Unrecorded ignored -> Words.of("COMMIT of no record by", commit.attempt());
    };
  }
}
