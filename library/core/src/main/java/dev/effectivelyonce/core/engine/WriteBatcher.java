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
final class WriteBatcher {
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
  private record Pending<W, R>(
      WriteSender<W, R> carrier,
      W write,
      boolean isUrgent,
      CompletableFuture<Supplier<Optional<R>>> answer) {
    RecordId id() {
      return carrier.id(write);
    }

    /** Itself, if it is of the kind that the carrier takes. */
    @SuppressWarnings("unchecked")
    <A, B> Optional<Pending<A, B>> of(WriteSender<A, B> kind) {
      return carrier.equals(kind) ? Optional.of((Pending<A, B>) this) : Optional.empty();
    }
  }

  /** What goes out in one request. */
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

  /** The group that is to leave now; empty if none is. */
  private Optional<Group<?, ?>> leaving() {
    boolean isComplete =
        waiting.size() >= limit || waiting.size() + underWay + lanes.away() >= lanes.count();
    return (isComplete || waiting.stream().anyMatch(Pending::isUrgent))
            && !waiting.isEmpty()
            && requests < requestsAtOnce
        ? Optional.of(take(waiting.getFirst().carrier()))
        : Optional.empty();
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
      // No thread is to be had. Late is better than never.
      action.run();
    }
  }

  /**
   * Carries the writes out; returns what those without an answer come to. Each lane has it as if
   * its own write had thrown it; none may wait for ever.
   */
  private <W, R> Supplier<Optional<R>> unanswered(Group<W, R> group) {
    try {
      carryOut(group);
      return () -> {
        throw new IllegalStateException("The store left out a write of a group");
      };
    } catch (Throwable thrown) {
      // Checked exceptions too: stores in other languages need not declare them. The size of the
      // group may have been the reason, so from now on each write of this batch has its own
      // request.
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

  /** By the time that a lane has its answer it counts as about to write again. */
  private <W, R> void answer(Pending<W, R> pending, Supplier<Optional<R>> answer) {
    if (!pending.answer().isDone()) {
      // Other lanes join, and other groups are answered, meanwhile.
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
