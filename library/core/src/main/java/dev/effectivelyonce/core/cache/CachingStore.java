package dev.effectivelyonce.core.cache;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitGroups;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.Guard;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store that answers duplicates from this process's memory for a short time. It remembers only
 * completed records, each no longer than its {@link CacheBounds} and its own retention allow. It
 * refuses a claim of a remembered record with that record, as the store would do. The engine
 * therefore checks the fingerprint and decides on the result and outcome as usual. Every other call
 * goes to the store.
 *
 * <p>This store sees at once if an operator changes a record through it, unless an earlier answer
 * is still under way. If a record is forgotten or erased elsewhere, this process treats the event
 * as done until its cached copy expires. Never use this store in a replay or in operators' tools,
 * because it has no audit log. Safe for use by many threads.
 */
public final class CachingStore implements IdempotencyStore {
  private static final Logger LOG = LoggerFactory.getLogger(CachingStore.class);

  private final IdempotencyStore store;
  private final CompletedRecords records;
  private final TransitionObserver observer;
  private final Optional<String> message;

  /**
   * @param message the message that is delivered: only that message is answered from the cache, and
   *     only if it comes again; empty: every copy is
   */
  CachingStore(
      IdempotencyStore store,
      CompletedRecords records,
      TransitionObserver observer,
      Optional<String> message) {
    this.store = store;
    this.records = records;
    this.observer = observer;
    this.message = message;
  }

  /**
   * Returns a cache with {@link CacheBounds#standard()} in front of the store. It uses the system
   * clock.
   */
  public static CachingStore around(IdempotencyStore store) {
    return around(store, CacheBounds.standard(), Platform.system().clock());
  }

  /**
   * Returns a cache in front of the store. Create one per process, because each cache remembers
   * only its own records.
   */
  public static CachingStore around(IdempotencyStore store, CacheBounds bounds, Clock clock) {
    return new CachingStore(
        store, new CompletedRecords(bounds, clock), ignored -> {}, Optional.empty());
  }

  /**
   * Returns this cache with an observer that is called for each cache hit, see {@link
   * TransitionObserver#onCacheHit}.
   */
  public CachingStore observedBy(TransitionObserver other) {
    return new CachingStore(store, records, other, message);
  }

  @Override
  public IdempotencyStore withDeadline(Instant deadline) {
    return new CachingStore(store.withDeadline(deadline), records, observer, message);
  }

  @Override
  public WriteResult write(Write write) {
    return remembered(write).orElseGet(() -> sent(write));
  }

  private WriteResult sent(Write write) {
    // Forgotten before it may change, since the answer may be lost.
    Set<String> copies = records.forget(write.id());
    Instant since = records.now();
    WriteResult answer = store.write(write);
    saw(write, answer, since, copies);
    return answer;
  }

  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    records.forget(id);
    return store.find(id);
  }

  @Override
  public Durability durability() {
    return store.durability();
  }

  @Override
  public Optional<GroupWriter> groups() {
    return store.groups().map(groups -> new Groups(this, groups));
  }

  @Override
  public Optional<Transactions> transactions() {
    return store.transactions().map(transactions -> new Commits(this, transactions));
  }

  private Optional<WriteResult> remembered(Write write) {
    return write instanceof Write.Claim
        ? standing(write.id(), write.guard()).map(it -> new WriteResult.Refused(Optional.of(it)))
        : Optional.empty();
  }

  private Optional<CommitResult> remembered(Commit.AtOnce commit) {
    return standing(commit.id(), commit.guard())
        .map(it -> new CommitResult.Refused(Optional.of(it)));
  }

  /** Returns the remembered record if it refuses the guard, which it does until it expires. */
  private Optional<IdempotencyRecord> standing(RecordId id, Guard guard) {
    Optional<IdempotencyRecord> done =
        records.find(id, message).filter(record -> !guard.holds(Optional.of(record)));
    done.ifPresent(this::tell);
    return done;
  }

  private void tell(IdempotencyRecord done) {
    try {
      observer.onCacheHit(done.id(), records.now());
    } catch (Throwable thrown) {
      // Errors too: a metric must not change what becomes of a message.
      LOG.warn("The observer failed on an answer of the cache", thrown);
    }
  }

  private void saw(Write write, WriteResult answer, Instant since) {
    saw(write, answer, since, Set.of());
  }

  /**
   * @param copies messages of the event that were known before
   */
  private void saw(Write write, WriteResult answer, Instant since, Set<String> copies) {
    records.saw(write.id(), answer.current(), since, message, copies);
  }

  private void saw(Commit.Recorded commit, CommitResult answer, Instant since) {
    switch (answer) {
      case CommitResult.Committed(StoredResult result) -> {
        Optional<IdempotencyRecord> seen =
            Optional.of(commit)
                .filter(Commit.Completing.class::isInstance)
                .map(it -> ((Commit.Completing) it).completion().seen());
        IdempotencyRecord done = commit.with(result).after(seen).orElseThrow();
        // A commit that is sent again may be answered as it was the first time.
        records.saw(done.id(), Optional.of(done), done.stamp().at(), message, Set.of());
      }
      case CommitResult.Refused(Optional<IdempotencyRecord> current) ->
          records.saw(commit.id(), current, since, message, Set.of());
      case CommitResult.EffectRefused ignored -> records.forget(commit.id());
    }
  }

  @FunctionalInterface
  private interface Answers<R> {
    void answer(int index, Optional<R> result);
  }

  @FunctionalInterface
  private interface Seen<W, R> {
    void saw(W write, R answer, Instant since);
  }

  /** Answers what is remembered, and sends the rest together. */
  private <W, R> void together(
      List<W> all,
      Function<W, Optional<R>> remembered,
      BiConsumer<List<W>, Answers<R>> send,
      Seen<W, R> seen,
      Answers<R> answers) {
    List<Integer> rest = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Optional<R> known = remembered.apply(all.get(i));
      if (known.isPresent()) {
        answers.answer(i, known);
      } else {
        rest.add(i);
      }
    }
    if (!rest.isEmpty()) {
      Instant since = records.now();
      send.accept(
          rest.stream().map(all::get).toList(),
          (i, answer) -> {
            answer.ifPresent(it -> seen.saw(all.get(rest.get(i)), it, since));
            answers.answer(rest.get(i), answer);
          });
    }
  }

  private record Groups(CachingStore cache, GroupWriter groups) implements GroupWriter {
    @Override
    public int limit() {
      return groups.limit();
    }

    @Override
    public int maxConcurrentRequests() {
      return groups.maxConcurrentRequests();
    }

    @Override
    public void write(List<Write.Groupable> writes, GroupWriter.Answers answers) {
      cache.<Write.Groupable, WriteResult>together(
          writes,
          cache::remembered,
          (rest, each) -> groups.write(rest, each::answer),
          cache::saw,
          answers::answer);
    }
  }

  private record Commits(CachingStore cache, Transactions transactions) implements Transactions {
    @Override
    public CommitResult commit(Commit commit) {
      return switch (commit) {
        case Commit.AtOnce first -> cache.remembered(first).orElseGet(() -> sent(first));
        case Commit.Completing completing -> sent(completing);
        case Commit.Unrecorded unrecorded -> transactions.commit(unrecorded);
      };
    }

    private CommitResult sent(Commit.Recorded commit) {
      Instant since = cache.records.now();
      CommitResult answer = transactions.commit(commit);
      cache.saw(commit, answer, since);
      return answer;
    }

    @Override
    public Optional<CommitGroups> commitGroups() {
      return transactions.commitGroups().map(groups -> new GroupsOfCommits(cache, groups));
    }
  }

  private record GroupsOfCommits(CachingStore cache, CommitGroups groups) implements CommitGroups {
    @Override
    public int limit() {
      return groups.limit();
    }

    @Override
    public void commit(List<Commit.AtOnce> commits, CommitGroups.Answers answers) {
      cache.<Commit.AtOnce, CommitResult>together(
          commits,
          cache::remembered,
          (rest, each) -> groups.commit(rest, each::answer),
          cache::saw,
          answers::answer);
    }
  }
}
