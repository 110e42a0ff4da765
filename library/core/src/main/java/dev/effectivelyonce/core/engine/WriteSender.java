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
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.IntConsumer;

/**
 * Sends writes of one kind to the store, alone or several in one request.
 *
 * @param <W> the writes
 * @param <R> their results
 * @param limit the largest number of writes in a group
 * @param ids the record that is written; no group has two writes of one record
 * @param single sends one write
 * @param group sends several writes, and answers each by its index; empty if it is to be sent alone
 * @param ungrouped called with the number of writes of a group of which the store answered nothing,
 *     so that they go one by one
 */
record WriteSender<W, R>(
    int limit,
    Function<W, RecordId> ids,
    Function<W, R> single,
    BiConsumer<List<W>, Answers<R>> group,
    IntConsumer ungrouped) {
  /** Takes the results of a group. */
  @FunctionalInterface
  interface Answers<R> {
    void answer(int index, Optional<R> result);
  }

  /** Returns what sends writes of records. */
  static WriteSender<Write.Groupable, WriteResult> of(
      IdempotencyStore store, GroupWriter groups, IntConsumer ungrouped) {
    return new WriteSender<>(
        groups.limit(),
        Write.Groupable::id,
        store::write,
        (writes, answers) -> groups.write(writes, answers::answer),
        ungrouped);
  }

  /** Returns what sends first attempts that are committed without a claim. */
  static WriteSender<Commit.AtOnce, CommitResult> of(
      Transactions transactions, CommitGroups groups, IntConsumer ungrouped) {
    return new WriteSender<>(
        groups.limit(),
        Commit.AtOnce::id,
        transactions::commit,
        (commits, answers) -> groups.commit(commits, answers::answer),
        ungrouped);
  }

  RecordId id(W write) {
    return ids.apply(write);
  }

  R alone(W write) {
    return single.apply(write);
  }

  /**
   * Sends several writes. Reports that none was answered before their lanes go on, so that the
   * report belongs to their batch.
   */
  void together(List<W> writes, Answers<R> answers) {
    AtomicBoolean isAnswered = new AtomicBoolean();
    Queue<Integer> leftAlone = new ConcurrentLinkedQueue<>();
    try {
      group.accept(
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
