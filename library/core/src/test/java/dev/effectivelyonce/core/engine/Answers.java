package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.Samples;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/** A store that answers every call alike, and remembers what was asked and in which groups. */
final class Answers implements GroupWriter {
  static final int LIMIT = 3;
  static final int AT_ONCE = 2;

  final List<String> calls = new CopyOnWriteArrayList<>();
  final List<List<Write.Groupable>> groups = new CopyOnWriteArrayList<>();
  volatile Instant now = Samples.NOW;

  /** What may be interrupted. */
  @FunctionalInterface
  interface Waiting {
    void run() throws InterruptedException;
  }

  /** Runs when a group has its answers, before its request ends. */
  volatile Waiting beforeTheEnd = () -> {};

  private final Supplier<WriteResult> answer;

  Answers(Supplier<WriteResult> answer) {
    this.answer = answer;
  }

  /** An answer that comes when the latch is open. */
  static Supplier<WriteResult> when(CountDownLatch open, WriteResult answer) {
    return () -> {
      try {
        open.await();
        return answer;
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    };
  }

  /** This store for so many lanes of a batch. */
  IdempotencyStore forLanes(int lanes, Platform.Pause pause) {
    return forLanes(LaneThreads.unknown(lanes), pause);
  }

  /** The same for lanes whose threads are known. */
  IdempotencyStore forLanes(LaneThreads lanes, Platform.Pause pause) {
    InstantSource time = () -> now;
    Platform platform =
        new Platform(time.withZone(ZoneOffset.UTC), () -> Samples.FIRST, () -> 0L, pause);
    return new BatchingStore(store(), this, lanes, platform, writes -> {});
  }

  IdempotencyStore store() {
    GroupWriter writer = this;
    return new IdempotencyStore() {
      @Override
      public WriteResult write(Write write) {
        String verb = write.getClass().getSimpleName();
        calls.add(verb.substring(0, 1).toLowerCase(Locale.ROOT) + verb.substring(1));
        return answer.get();
      }

      @Override
      public Optional<IdempotencyRecord> find(RecordId id) {
        calls.add("find");
        return answer.get().current();
      }

      @Override
      public IdempotencyStore withDeadline(Instant deadline) {
        calls.add("ending by " + deadline);
        return this;
      }

      @Override
      public Optional<GroupWriter> groups() {
        return Optional.of(writer);
      }
    };
  }

  @Override
  public int limit() {
    return LIMIT;
  }

  @Override
  public int maxConcurrentRequests() {
    return AT_ONCE;
  }

  /** The first of a group is answered, the last can't be told, what is between is left out. */
  @Override
  public void write(List<Write.Groupable> writes, GroupWriter.Answers answers) {
    groups.add(writes);
    answers.answer(0, Optional.of(answer.get()));
    answers.answer(writes.size() - 1, Optional.empty());
    try {
      beforeTheEnd.run();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
