package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Gathers what the lanes of one batch write at the same moment, and sends it together. A group
 * leaves as soon as no lane is about to write that has not joined it, and the last that joined
 * sends it. The end of a handler that took its time does not wait for lanes. What comes while
 * requests enough for all lanes are under way leaves with the next. Each lane waits for its own
 * answer, as it would for a write of its own, and sends the write alone where the group could not
 * tell.
 *
 * <p>Nothing can be forgotten here: while writes wait, another lane is about to write, to leave or
 * to end, a request is under way, or a thread is about to look; and whatever ends that looks again.
 */
final class Gathering {
  /** A lane that is out of step need not wait for the others' answers. */
  private static final int LEAST_REQUESTS = 2;

  /**
   * How often lanes that are ready to run go first when the last that was about to write has gone
   * into its handler: some microseconds, in which handlers that end at once do.
   */
  private static final int TURNS = 32;

  /**
   * How long a handler may have taken for its end to wait for other lanes. Handlers that compute
   * keep the threads that other lanes need to come, and would keep what is done from being
   * recorded.
   */
  private static final Duration SHORT_HANDLER = Duration.ofMillis(2);

  /**
   * A write whose lane waits for the answer.
   *
   * @param isUrgent it does not wait for other lanes, and nor do those that wait with it
   */
  private record Pending(
      Write write, boolean isUrgent, CompletableFuture<Supplier<Optional<WriteResult>>> answer) {}

  private final IdempotencyStore store;
  private final GroupWriter groups;
  private final LanesAtWork lanes;
  private final Platform platform;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Pending> waiting = new ArrayList<>();
  private final Map<RecordId, Instant> answeredClaims = new HashMap<>();
  private final int requestsAtOnce;
  private boolean looking;
  private volatile boolean isTroubled;
  private int requests;
  private int underWay;

  Gathering(IdempotencyStore store, GroupWriter groups, LanesAtWork lanes, Platform platform) {
    this.store = store;
    this.groups = groups;
    this.lanes = lanes;
    this.platform = platform;
    this.requestsAtOnce = Math.max(LEAST_REQUESTS, Math.ceilDiv(lanes.atOnce(), groups.limit()));
    lanes.whenFewer(this::look);
  }

  /** Returns when the write is answered; empty if it is to be sent alone. */
  Optional<WriteResult> write(Write write) {
    if (isTroubled) {
      return Optional.empty();
    }
    CompletableFuture<Supplier<Optional<WriteResult>>> answer = new CompletableFuture<>();
    send(
        locked(
            () -> {
              waiting.add(new Pending(write, isUrgent(write), answer));
              return leaving();
            }));
    return answer.join().get();
  }

  private boolean isUrgent(Write write) {
    Instant latest = platform.clock().instant().minus(SHORT_HANDLER);
    return write instanceof Write.Ending
        && Optional.ofNullable(answeredClaims.remove(write.id()))
            .filter(answered -> !answered.isBefore(latest))
            .isEmpty();
  }

  /** The group that is to leave now; empty if none is. */
  private List<Pending> leaving() {
    boolean isComplete =
        waiting.size() >= groups.limit()
            || waiting.size() + underWay + lanes.away() >= lanes.count();
    return (isComplete || waiting.stream().anyMatch(Pending::isUrgent))
            && !waiting.isEmpty()
            && requests < requestsAtOnce
        ? take()
        : List.of();
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
        platform.pause().pause(Duration.ZERO);
      }
    } catch (Throwable e) {
      // Errors too: the group leaves as it is, since its lanes must not wait for ever.
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
    } catch (Throwable thrown) {
      // Checked exceptions too: stores in other languages need not declare them. The size of the
      // group may have been the reason, so from now on each write of this batch has its own
      // request.
      if (group.size() > 1) {
        isTroubled = true;
      }
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
      lock.lock();
      try {
        left(pending.write());
      } finally {
        lock.unlock();
      }
      pending.answer().complete(answer);
    }
  }

  private void left(Write answered) {
    underWay--;
    if (answered instanceof Write.Claiming) {
      answeredClaims.put(answered.id(), platform.clock().instant());
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> Optional<WriteResult> raise(Throwable thrown) throws T {
    throw (T) thrown;
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
