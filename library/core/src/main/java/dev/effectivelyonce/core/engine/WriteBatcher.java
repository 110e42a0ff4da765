package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.store.Write;
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
 * Sends what the lanes of one batch write at the same moment in one request. A group leaves when no
 * other lane is about to write, and the lane that joined last sends it. The end of a handler that
 * took long leaves at once. When all requests are in use, writes wait for the next one. Each lane
 * waits for its own answer, and sends its write alone if the group has none for it.
 *
 * <p>No write waits for ever: while writes wait, a lane is about to write, leave or end, a request
 * is under way, or a thread is about to look. Each of these looks for waiting writes when it ends.
 */
final class WriteBatcher {
  /** The least number of requests at once, so that a late lane need not wait for others. */
  private static final int LEAST_REQUESTS = 2;

  /**
   * How often other lanes may run before a group leaves after the last lane has entered its
   * handler. This takes some microseconds, enough for handlers that end at once.
   */
  private static final int TURNS = 32;

  /**
   * The longest run of a handler whose end waits for other lanes. Handlers that compute occupy the
   * threads of other lanes, so waiting for those would delay the record of finished work.
   */
  private static final Duration SHORT_HANDLER = Duration.ofMillis(2);

  /**
   * A write whose lane waits for the answer.
   *
   * @param isUrgent whether it leaves at once, with the writes that wait beside it
   */
  private record Pending<W, R>(
      WriteSender<W, R> carrier,
      W write,
      boolean isUrgent,
      CompletableFuture<Supplier<Optional<R>>> answer) {
    RecordId id() {
      return carrier.id(write);
    }

    /** Returns this write if it is of the kind that the carrier takes. */
    @SuppressWarnings("unchecked")
    <A, B> Optional<Pending<A, B>> of(WriteSender<A, B> kind) {
      return carrier.equals(kind) ? Optional.of((Pending<A, B>) this) : Optional.empty();
    }
  }

  /** The writes of one request. */
  private record Group<W, R>(WriteSender<W, R> carrier, List<Pending<W, R>> members) {}

  private final int limit;
  private final ActiveLanes lanes;
  private final Platform platform;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Pending<?, ?>> waiting = new ArrayList<>();
  private final Map<RecordId, Instant> answeredClaims = new HashMap<>();
  private final int requestsAtOnce;
  private boolean looking;
  private volatile boolean isTroubled;
  private int requests;
  private int underWay;

  /**
   * @param limit how many writes leave without waiting for more
   */
  WriteBatcher(int limit, ActiveLanes lanes, Platform platform) {
    this.limit = limit;
    this.lanes = lanes;
    this.platform = platform;
    this.requestsAtOnce = Math.max(LEAST_REQUESTS, Math.ceilDiv(lanes.atOnce(), limit));
    lanes.whenFewer(this::look);
  }

  /** Returns when the write is answered; empty if it is to be sent alone. */
  <W, R> Optional<R> write(WriteSender<W, R> carrier, W write) {
    if (isTroubled) {
      return Optional.empty();
    }
    CompletableFuture<Supplier<Optional<R>>> answer = new CompletableFuture<>();
    send(
        locked(
            () -> {
              waiting.add(new Pending<>(carrier, write, isUrgent(write), answer));
              return leaving();
            }));
    return answer.join().get();
  }

  private boolean isUrgent(Object write) {
    Instant latest = platform.clock().instant().minus(SHORT_HANDLER);
    return write instanceof Write.Ending ending
        && Optional.ofNullable(answeredClaims.remove(ending.id()))
            .filter(answered -> !answered.isBefore(latest))
            .isEmpty();
  }

  /** Returns the group that is to leave now; empty if there is none. */
  private Optional<Group<?, ?>> leaving() {
    boolean isComplete =
        waiting.size() >= limit || waiting.size() + underWay + lanes.away() >= lanes.count();
    return (isComplete || waiting.stream().anyMatch(Pending::isUrgent))
            && !waiting.isEmpty()
            && requests < requestsAtOnce
        ? Optional.of(take(waiting.getFirst().carrier()))
        : Optional.empty();
  }

  /** Looks for waiting writes on another thread, since the calling lane has its handler to run. */
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
      // Errors are caught too: the group leaves as it is, since its lanes must not wait for ever.
    }
  }

  private boolean someoneCouldJoin() {
    return locked(() -> !waiting.isEmpty() && waiting.size() + underWay < lanes.count());
  }

  private <W, R> Group<W, R> take(WriteSender<W, R> carrier) {
    Set<RecordId> records = new HashSet<>();
    List<Pending<W, R>> members = new ArrayList<>();
    for (Iterator<Pending<?, ?>> all = waiting.iterator();
        all.hasNext() && members.size() < carrier.limit(); ) {
      Optional<Pending<W, R>> next = all.next().of(carrier).filter(it -> records.add(it.id()));
      if (next.isPresent()) {
        members.add(next.get());
        all.remove();
      }
    }
    requests++;
    underWay += members.size();
    return new Group<>(carrier, members);
  }

  private void send(Optional<Group<?, ?>> leaving) {
    leaving.ifPresent(this::send);
  }

  private <W, R> void send(Group<W, R> group) {
    sendOnAThreadOfItsOwn(locked(this::leaving));
    Supplier<Optional<R>> rest = unanswered(group);
    group.members().forEach(pending -> answer(pending, rest));
    sendOnAThreadOfItsOwn(
        locked(
            () -> {
              requests--;
              return leaving();
            }));
  }

  private void sendOnAThreadOfItsOwn(Optional<Group<?, ?>> leaving) {
    leaving.ifPresent(group -> onAThreadOfItsOwn(() -> send(group)));
  }

  private static void onAThreadOfItsOwn(Runnable action) {
    try {
      Thread.ofVirtual().name("store-writes").start(action);
    } catch (OutOfMemoryError e) {
      // There is no free thread: this one sends, if later.
      action.run();
    }
  }

  /**
   * Carries the writes out. Returns what every lane without an answer gets: the exception, as if
   * its own write had thrown it, so that none waits for ever.
   */
  private <W, R> Supplier<Optional<R>> unanswered(Group<W, R> group) {
    try {
      carryOut(group);
      return () -> {
        throw new IllegalStateException("The store left out a write of a group");
      };
    } catch (Throwable thrown) {
      // Checked exceptions are caught too: stores in other languages need not declare them. The
      // size of the group may be the reason, so the further writes of this batch are sent one by
      // one.
      if (group.members().size() > 1) {
        isTroubled = true;
      }
      return () -> {
        throw WriteBatcher.<RuntimeException>undeclared(thrown);
      };
    }
  }

  private <W, R> void carryOut(Group<W, R> group) {
    List<Pending<W, R>> members = group.members();
    if (members.size() == 1) {
      Pending<W, R> single = members.getFirst();
      R result = group.carrier().alone(single.write());
      answer(single, () -> Optional.of(result));
    } else {
      group
          .carrier()
          .together(
              members.stream().map(Pending::write).toList(),
              (index, result) -> answer(members.get(index), () -> result));
    }
  }

  /** Answers a lane, which counts as about to write again before it has its answer. */
  private <W, R> void answer(Pending<W, R> pending, Supplier<Optional<R>> answer) {
    if (!pending.answer().isDone()) {
      // Other lanes join meanwhile, and other groups are answered.
      lock.lock();
      try {
        left(pending.write());
      } finally {
        lock.unlock();
      }
      pending.answer().complete(answer);
    }
  }

  private void left(Object answered) {
    underWay--;
    if (answered instanceof Write.Claim claim) {
      answeredClaims.put(claim.id(), platform.clock().instant());
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T undeclared(Throwable thrown) throws T {
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
