package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.engine.LanesAtWork.Absence;
import dev.effectivelyonce.core.engine.Platform.Pause;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * A store for the lanes of one batch: what they write at the same moment goes out together. A group
 * leaves as soon as no lane is about to write that has not joined it; lanes in a handler are not
 * waited for, but those that are ready to run have their turn first. What comes while {@value
 * #REQUESTS} requests are under way leaves with the next. Each lane waits for its own answer, as it
 * would for a write of its own, and sends the write alone where the group could not tell.
 */
final class GatheringStore implements IdempotencyStore {
  /** How many requests are under way at once: lanes that are out of step hardly wait. */
  private static final int REQUESTS = 4;

  /** How often lanes that are ready to run go first: some microseconds in all. */
  private static final int TURNS = 32;

  /**
   * A lane that is about to write does so within microseconds, unless the machine is busy, or the
   * lane pauses after a fault. No group waits for it more often than this.
   */
  private static final int NAPS = 10;

  private static final Duration NAP = Duration.ofNanos(100_000);

  /** A write whose lane waits for the answer. */
  private record Pending(Write write, CompletableFuture<Supplier<Optional<WriteResult>>> answer) {}

  private final IdempotencyStore store;
  private final GroupWriter groups;
  private final LanesAtWork lanes;
  private final Pause pause;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Pending> waiting = new ArrayList<>();
  private boolean gathering;
  private int requests;
  private int underWay;

  GatheringStore(IdempotencyStore store, GroupWriter groups, LanesAtWork lanes, Pause pause) {
    this.store = store;
    this.groups = groups;
    this.lanes = lanes;
    this.pause = pause;
  }

  /** The store as it is, if it can't write groups. */
  static IdempotencyStore over(IdempotencyStore store, LanesAtWork lanes, Pause pause) {
    return store
        .groups()
        .<IdempotencyStore>map(groups -> new GatheringStore(store, groups, lanes, pause))
        .orElse(store);
  }

  @Override
  public WriteResult claim(Claim claim) {
    return write(new Write.Claiming(claim));
  }

  @Override
  public WriteResult complete(IdempotencyRecord mine, StoredResult result, Stamp stamp) {
    return write(new Write.Completing(mine, result, stamp));
  }

  @Override
  public WriteResult release(IdempotencyRecord mine, ErrorSummary why, Stamp stamp) {
    return write(new Write.Releasing(mine, why, stamp));
  }

  @Override
  public WriteResult fail(IdempotencyRecord mine, ErrorSummary why, Stamp stamp) {
    return write(new Write.Failing(mine, why, stamp));
  }

  @Override
  public WriteResult takeOver(IdempotencyRecord seen, Claim claim) {
    return alone(() -> store.takeOver(seen, claim));
  }

  @Override
  public WriteResult renew(IdempotencyRecord mine, Instant leaseUntil, Stamp stamp) {
    return alone(() -> store.renew(mine, leaseUntil, stamp));
  }

  @Override
  public WriteResult hold(IdempotencyRecord seen, ErrorSummary why, Stamp stamp) {
    return alone(() -> store.hold(seen, why, stamp));
  }

  @Override
  public WriteResult settle(IdempotencyRecord seen, Settlement decision, Stamp stamp) {
    return alone(() -> store.settle(seen, decision, stamp));
  }

  @Override
  public WriteResult forget(IdempotencyRecord seen, Instant now) {
    return alone(() -> store.forget(seen, now));
  }

  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    return alone(() -> store.find(id));
  }

  private WriteResult write(Write write) {
    Pending pending = new Pending(write, new CompletableFuture<>());
    if (isFirst(pending)) {
      startGathering();
    }
    return pending.answer().join().get().orElseGet(() -> alone(() -> write.to(store)));
  }

  private <T> T alone(Supplier<T> call) {
    try (Absence ignored = lanes.leave()) {
      return call.get();
    }
  }

  /** Whether the write begins a group. */
  private boolean isFirst(Pending pending) {
    return locked(
        () -> {
          waiting.add(pending);
          return beginsGroup();
        });
  }

  private boolean beginsGroup() {
    boolean begins = !gathering && requests < REQUESTS && !waiting.isEmpty();
    gathering |= begins;
    return begins;
  }

  private void startGathering() {
    Thread.ofVirtual().name("store-writes").start(this::gather);
  }

  private void gather() {
    do {
      letOthersJoin();
    } while (sent(locked(this::take)));
  }

  private void letOthersJoin() {
    try {
      for (int turn = 0; turn < TURNS + NAPS && othersAre(this::atHand); turn++) {
        pause.pause(turn < TURNS ? Duration.ZERO : NAP);
      }
      for (int turn = 0; turn < TURNS && othersAre(lanes::count); turn++) {
        pause.pause(Duration.ZERO);
      }
    } catch (InterruptedException | RuntimeException e) {
      // The group leaves as it is: its lanes must not wait for ever.
    }
  }

  private int atHand() {
    return lanes.count() - lanes.away();
  }

  /** Whether there are lanes of this kind that could still join. */
  private boolean othersAre(IntSupplier kind) {
    return locked(
        () -> waiting.size() < groups.limit() && waiting.size() + underWay < kind.getAsInt());
  }

  private List<Pending> take() {
    Set<RecordId> records = new HashSet<>();
    List<Pending> group = new ArrayList<>();
    for (Iterator<Pending> all = waiting.iterator();
        all.hasNext() && group.size() < groups.limit(); ) {
      Pending next = all.next();
      if (records.add(next.write().id())) {
        group.add(next);
        all.remove();
      }
    }
    gathering = false;
    requests++;
    underWay += group.size();
    return group;
  }

  /** Whether this thread is to gather another group. */
  private boolean sent(List<Pending> group) {
    if (locked(this::beginsGroup)) {
      startGathering();
    }
    Supplier<Optional<WriteResult>> rest = send(group);
    group.forEach(pending -> answer(pending, rest));
    return locked(this::isOver);
  }

  /**
   * What writes without an answer come to. Each lane has it as if its own write had thrown it; none
   * may wait for ever.
   */
  private Supplier<Optional<WriteResult>> send(List<Pending> group) {
    try {
      carryOut(group);
      return () -> raise(new IllegalStateException("The store left out a write of a group"));
    } catch (RuntimeException | Error thrown) {
      return () -> raise(thrown);
    }
  }

  private void carryOut(List<Pending> group) {
    if (group.size() == 1) {
      Pending single = group.getFirst();
      WriteResult result = single.write().to(store);
      answer(single, () -> Optional.of(result));
    } else {
      groups.write(
          group.stream().map(Pending::write).toList(),
          (index, result) -> answer(group.get(index), () -> result));
    }
  }

  /** By the time that a lane has its answer it counts as about to write again. */
  private void answer(Pending pending, Supplier<Optional<WriteResult>> answer) {
    if (!pending.answer().isDone()) {
      locked(() -> underWay--);
      pending.answer().complete(answer);
    }
  }

  private boolean isOver() {
    requests--;
    return beginsGroup();
  }

  private static Optional<WriteResult> raise(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) thrown;
  }

  private <T> T locked(Supplier<T> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }
}
