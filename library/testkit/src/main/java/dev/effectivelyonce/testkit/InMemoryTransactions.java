package dev.effectivelyonce.testkit;

import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitGroups;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.Transactions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Commits to an {@link InMemoryStore}, with {@link InMemoryEffects}, under the store's lock. */
final class InMemoryTransactions implements Transactions, CommitGroups {
  /** The limit of the DynamoDB store. */
  private static final int LIMIT = 25;

  private final InMemoryStore store;
  private final Map<AttemptId, CommitResult> unrecorded = new HashMap<>();

  InMemoryTransactions(InMemoryStore store) {
    this.store = store;
  }

  @Override
  public CommitResult commit(Commit commit) {
    if (!(commit.effects() instanceof InMemoryEffects effects)) {
      return CommitResult.EffectRefused.otherEffects(
          commit.effects(),
          "InMemoryEffects (test others with their own store: docs/testing.md says how)");
    }
    synchronized (store) {
      return switch (commit) {
        case Commit.Recorded recorded -> commit(recorded, effects);
        case Commit.Unrecorded once -> commit(once, effects);
      };
    }
  }

  private CommitResult commit(Commit.Recorded commit, InMemoryEffects effects) {
    Optional<IdempotencyRecord> current = store.find(commit.id());
    return commit.guard().holds(current)
        ? happen(effects, commit, it -> store.put(after(commit.with(it.result()), current)))
        : new CommitResult.Refused(current);
  }

  private static IdempotencyRecord after(
      Commit.Recorded kept, Optional<IdempotencyRecord> current) {
    return kept.after(current).orElseThrow();
  }

  private CommitResult commit(Commit.Unrecorded commit, InMemoryEffects effects) {
    Optional<CommitResult> before = Optional.ofNullable(unrecorded.get(commit.attempt()));
    return before.orElseGet(
        () -> happen(effects, commit, it -> unrecorded.put(commit.attempt(), it)));
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

  private static CommitResult happen(
      InMemoryEffects effects, Commit commit, Consumer<CommitResult.Committed> record) {
    Optional<Unsuccessful> refusal = effects.refusal();
    if (refusal.isPresent()) {
      return new CommitResult.EffectRefused(refusal.get());
    }
    CommitResult answer = commit.keeper().keep(effects.yielded());
    if (answer instanceof CommitResult.Committed committed) {
      record.accept(committed);
      effects.happen();
    }
    return answer;
  }
}
