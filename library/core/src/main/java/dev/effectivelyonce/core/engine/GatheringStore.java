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
import java.util.function.Supplier;

/**
 * A store for the lanes of one batch: what they write at the same moment goes out together. A group
 * leaves as soon as no lane is about to write that has not joined it, and the last that joined
 * sends it. What comes while requests enough for all lanes are under way leaves with the next. Each
 * lane waits for its own answer, as it would for a write of its own, and sends the write alone
 * where the group could not tell.
 *
 * <p>Nothing can be forgotten here: while writes wait, another lane is about to write, to leave or
 * to end, a request is under way, or a thread is about to look; and whatever ends that looks again.
 */
final class GatheringStore implements IdempotencyStore {
  /** A lane that is out of step need not wait for the others' answers. */
  private static final int LEAST_REQUESTS = 2;

  /**
   * How often lanes that are ready to run go first when the last that was about to write has gone
   * into its handler: some microseconds, in which handlers that end at once do.
   */
  private static final int TURNS = 32;

  /** A write whose lane waits for the answer. */
  private record Pending(Write write, CompletableFuture<Supplier<Optional<WriteResult>>> answer) {}

  private final IdempotencyStore store;
  private final GroupWriter groups;
  private final LanesAtWork lanes;
  private final Pause pause;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Pending> waiting = new ArrayList<>();
  private final int requestsAtOnce;
  private boolean looking;
  private int requests;
  private int underWay;

  GatheringStore(IdempotencyStore store, GroupWriter groups, LanesAtWork lanes, Pause pause) {
    this.store = store;
    this.groups = groups;
    this.lanes = lanes;
    this.pause = pause;
    this.requestsAtOnce = Math.max(LEAST_REQUESTS, Math.ceilDiv(lanes.atOnce(), groups.limit()));
    lanes.whenFewer(this::look);
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
    send(
        locked(
            () -> {
              waiting.add(pending);
              return leaving();
            }));
    return pending.answer().join().get().orElseGet(() -> alone(() -> write.to(store)));
  }

  private <T> T alone(Supplier<T> call) {
    try (Absence ignored = lanes.leave()) {
      return call.get();
    }
  }

  /** The group that is to leave now; empty if none is. */
  private List<Pending> leaving() {
    boolean isComplete =
        waiting.size() >= groups.limit()
            || waiting.size() + underWay + lanes.away() >= lanes.count();
    return isComplete && !waiting.isEmpty() && requests < requestsAtOnce ? take() : List.of();
  }

  /** On a thread of its own: the lane that calls has its handler to run. */
  private void look() {
    boolean isFirst =
        locked(
            () -> {
              boolean starts = !looking && !waiting.isEmpty();
              looking |= starts;
              return starts;
            });
    if (isFirst) {
      onAThreadOfItsOwn(this::sendWhatIsLeft);
    }
  }

  private void sendWhatIsLeft() {
    letOthersJoin();
    send(
        locked(
            () -> {
              looking = false;
              return leaving();
            }));
  }

  private void letOthersJoin() {
    try {
      for (int turn = 0; turn < TURNS && someoneCouldJoin(); turn++) {
        pause.pause(Duration.ZERO);
      }
    } catch (InterruptedException | RuntimeException e) {
      // The group leaves as it is: its lanes must not wait for ever.
    }
  }

  private boolean someoneCouldJoin() {
    return locked(() -> !waiting.isEmpty() && waiting.size() + underWay < lanes.count());
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
    requests++;
    underWay += group.size();
    return group;
  }

  private void send(List<Pending> group) {
    if (group.isEmpty()) {
      return;
    }
    sendOnAThreadOfItsOwn(locked(this::leaving));
    Supplier<Optional<WriteResult>> rest = unanswered(group);
    group.forEach(pending -> answer(pending, rest));
    sendOnAThreadOfItsOwn(
        locked(
            () -> {
              requests--;
              return leaving();
            }));
  }

  private void sendOnAThreadOfItsOwn(List<Pending> group) {
    if (!group.isEmpty()) {
      onAThreadOfItsOwn(() -> send(group));
    }
  }

  private static void onAThreadOfItsOwn(Runnable action) {
    try {
      Thread.ofVirtual().name("store-writes").start(action);
    } catch (OutOfMemoryError e) {
      // No thread is to be had. Late is better than never.
      action.run();
    }
  }

  /**
   * Carries the writes out; returns what those without an answer come to. Each lane has it as if
   * its own write had thrown it; none may wait for ever.
   */
  private Supplier<Optional<WriteResult>> unanswered(List<Pending> group) {
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
