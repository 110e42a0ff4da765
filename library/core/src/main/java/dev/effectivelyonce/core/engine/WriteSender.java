package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitGroups;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;

/**
 * Takes writes of one kind to the store, alone or several in one request.
 *
 * @param <W> the writes
 * @param <R> their results
 */
interface WriteSender<W, R> {
  /** Of how many a group is, at most. */
  int limit();

  /** The record that is written; no group has two of one. */
  RecordId id(W write);

  /** Carries one out. */
  R alone(W write);

  /** Carries several out, and answers each by its index; empty where it is to be sent alone. */
  void together(List<W> writes, Answers<R> answers);

  /** Takes the results of a group. */
  @FunctionalInterface
  interface Answers<R> {
    void answer(int index, Optional<R> result);
  }

  /**
   * Tells of groups of which the store answered nothing: what is in them goes one by one. It tells
   * before their lanes go on, so that it is told within their batch.
   *
   * @param ungrouped is told how many writes such a group had
   */
  record Telling<W, R>(WriteSender<W, R> carrier, IntConsumer ungrouped)
      implements WriteSender<W, R> {
    @Override
    public int limit() {
      return carrier.limit();
    }

    @Override
    public RecordId id(W write) {
      return carrier.id(write);
    }

    @Override
    public R alone(W write) {
      return carrier.alone(write);
    }

    @Override
    public void together(List<W> writes, Answers<R> answers) {
      AtomicBoolean isAnswered = new AtomicBoolean();
      Queue<Integer> leftAlone = new ConcurrentLinkedQueue<>();
      try {
        carrier.together(
            writes,
            (index, result) -> {
              if (result.isPresent()) {
                isAnswered.set(true);
                answers.answer(index, result);
              } else {
                leftAlone.add(index);
              }
            });
      } finally {
        if (!isAnswered.get()) {
          ungrouped.accept(writes.size());
        }
        leftAlone.forEach(index -> answers.answer(index, Optional.empty()));
      }
    }
  }

  /** For writes of records. */
  record Writes(IdempotencyStore store, GroupWriter groups)
      implements WriteSender<Write.Groupable, WriteResult> {
    @Override
    public int limit() {
      return groups.limit();
    }

    @Override
    public RecordId id(Write.Groupable write) {
      return write.id();
    }

    @Override
    public WriteResult alone(Write.Groupable write) {
      return store.write(write);
    }

    @Override
    public void together(List<Write.Groupable> writes, Answers<WriteResult> answers) {
      groups.write(writes, answers::answer);
    }
  }

  /** For first attempts that are committed without a claim. */
  record Commits(Transactions transactions, CommitGroups groups)
      implements WriteSender<Commit.AtOnce, CommitResult> {
    @Override
    public int limit() {
      return groups.limit();
    }

    @Override
    public RecordId id(Commit.AtOnce commit) {
      return commit.id();
    }

    @Override
    public CommitResult alone(Commit.AtOnce commit) {
      return transactions.commit(commit);
    }

    @Override
    public void together(List<Commit.AtOnce> commits, Answers<CommitResult> answers) {
      groups.commit(commits, answers::answer);
    }
  }
}
