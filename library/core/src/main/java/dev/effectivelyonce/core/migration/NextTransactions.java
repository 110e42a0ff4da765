package dev.effectivelyonce.core.migration;

import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Refused;
import dev.effectivelyonce.core.store.WriteResult.Written;
import java.time.Instant;
import java.util.Optional;

/**
 * Commits in the next store, unless the old one has a record that counts.
 *
 * @param transactions of the next store
 */
record NextTransactions(StorePair stores, Transactions transactions) implements Transactions {
  @Override
  public CommitResult commit(Commit commit) {
    return commit instanceof Commit.AtOnce first
        ? stores
            .standing(first.id(), first.claim().stamp().at())
            .map(it -> refusedBy(it, first))
            .orElseGet(() -> transactions.commit(commit))
        : transactions.commit(commit);
  }

  private CommitResult refusedBy(IdempotencyRecord standing, Commit.AtOnce commit) {
    Claim claim = commit.claim();
    Instant now = claim.stamp().at();
    WriteResult claimed = stores.next().claim(claim);
    return new CommitResult.Refused(
        switch (claimed) {
          case Written(IdempotencyRecord mine) -> stores.brought(standing, mine);
          case Refused(Optional<IdempotencyRecord> current) -> stores.latest(current, now);
        });
  }
}
