package dev.effectivelyonce.core.migration;

import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Refused;
import dev.effectivelyonce.core.store.WriteResult.Written;
import java.time.Instant;
import java.util.Optional;

/**
 * Commits in the old store, under a claim in the next one.
 *
 * @param transactions of the old store
 */
record BothTransactions(StorePair stores, Transactions transactions) implements Transactions {
  private static final ErrorSummary NOT_COMMITTED =
      new ErrorSummary("Not started: the commit was refused");

  @Override
  public CommitResult commit(Commit commit) {
    return switch (commit) {
      case Commit.Completing completing -> completed(completing);
      case Commit.AtOnce first -> atOnce(first);
      case Commit.Unrecorded unrecorded -> transactions.commit(unrecorded);
    };
  }

  private CommitResult completed(Commit.Completing commit) {
    CommitResult answer = transactions.commit(commit);
    switch (answer) {
      case CommitResult.Committed(StoredResult result) ->
          stores.copy(commit.with(result).completion());
      case CommitResult.Refused(Optional<IdempotencyRecord> current) ->
          current.filter(StorePair::isClosed).ifPresent(closed -> giveBack(commit.completion()));
      case CommitResult.EffectRefused ignored -> {}
    }
    return answer;
  }

  /** Gives the claim back, so that nobody holds an event for a commit that did not happen. */
  private void giveBack(Write.Complete refused) {
    stores.copy(new Write.Release(refused.seen(), NOT_COMMITTED, refused.stamp()));
  }

  private CommitResult atOnce(Commit.AtOnce commit) {
    WriteResult claimed = stores.next().claim(commit.claim());
    Instant now = commit.claim().stamp().at();
    return switch (claimed) {
      case Written(IdempotencyRecord mine) -> underClaim(commit, mine, now);
      case Refused(Optional<IdempotencyRecord> current)
          when MigratingStore.isMine(current, commit.claim()) ->
          underClaim(commit, current.orElseThrow(), now);
      case Refused(Optional<IdempotencyRecord> current) ->
          new CommitResult.Refused(stores.latest(current, now));
    };
  }

  private CommitResult underClaim(Commit.AtOnce commit, IdempotencyRecord mine, Instant now) {
    CommitResult answer = transactions.commit(commit);
    return switch (answer) {
      case CommitResult.Committed(StoredResult result) -> {
        stores.copy(new Write.Complete(mine, result, commit.claim().stamp()));
        yield answer;
      }
      case CommitResult.Refused(Optional<IdempotencyRecord> current) ->
          new CommitResult.Refused(
              StorePair.standing(current, now)
                  .map(it -> stores.brought(it, mine))
                  .orElseGet(() -> released(mine, commit)));
      case CommitResult.EffectRefused refused -> {
        stores.copy(new Write.Release(mine, NOT_COMMITTED, commit.claim().stamp()));
        yield refused;
      }
    };
  }

  /** Gives the claim back, so that the next store decides about a record that was closed. */
  private Optional<IdempotencyRecord> released(IdempotencyRecord mine, Commit.AtOnce commit) {
    return stores.next().release(mine, NOT_COMMITTED, commit.claim().stamp()).current();
  }
}
