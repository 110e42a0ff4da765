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
 * Sends writes of one kind to the store, alone or several in one request.
 *
 * @param <W> the writes
 * @param <R> their results
 */
interface WriteSender<W, R> {
  /** Returns the largest number of writes in a group. */
  int limit();

  /** Returns the record that is written; no group has two writes of one record. */
  RecordId id(W write);

  /** Sends one write. */
  R alone(W write);

  /** Sends several writes, and answers each by its index; empty if it is to be sent alone. */
  void together(List<W> writes, Answers<R> answers);

  /** Takes the results of a group. */
  @FunctionalInterface
  interface Answers<R> {
    void answer(int index, Optional<R> result);
  }

  /**
   * Reports groups of which the store answered nothing, so that their writes go one by one. Reports
   * before their lanes go on, so that the report belongs to their batch.
   *
   * @param ungrouped called with the number of writes of such a group
   */
  record Reporting<W, R>(WriteSender<W, R> sender, IntConsumer ungrouped)
      implements WriteSender<W, R> {
    @Override
    public int limit() {
      return sender.limit();
    }

    @Override
    public RecordId id(W write) {
      return sender.id(write);
    }

    @Override
    public R alone(W write) {
      return sender.alone(write);
    }

    @Override
    public void together(List<W> writes, Answers<R> answers) {
      AtomicBoolean isAnswered = new AtomicBoolean();
      Queue<Integer> leftAlone = new ConcurrentLinkedQueue<>();
      try {
        sender.together(
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

  /** Sends writes of records. */
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

  /** Sends first attempts that are committed without a claim. */
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
