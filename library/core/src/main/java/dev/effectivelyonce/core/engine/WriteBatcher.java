package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Sends what the lanes of one batch write at the same moment in one request. A write leaves at once
 * while few requests are under way. Otherwise it waits for one of their answers, and leaves with
 * all that came meanwhile. Each lane waits for its own answer, and sends its write alone if the
 * group has none for it.
 *
 * <p>No write waits for ever: while writes wait, a request is under way, and the thread that ends a
 * request sends what waits.
 */
final class WriteBatcher {
  /**
   * What is short: a handler whose end lets other lanes go first in any case, and the time for
   * which a lane does so. Handlers that compute occupy the threads of other lanes, so waiting for
   * those would delay the record of finished work.
   */
  private static final Duration SHORT = Duration.ofMillis(2);

  /**
   * How long a lane that lets others go first leaves its processor to a lane that runs on another
   * one, before it looks again. To look all the time would cost more than the group saves.
   */
  private static final Duration GLANCE = Duration.ofNanos(50_000);

  /** The end of a long handler waits for others for this part of what an answer takes. */
  private static final int PART_OF_AN_ANSWER = 4;

  /** What a lane does about its write until the answer comes. */
  private enum Duty {
    /** It waits: another lane sends its write. */
    NONE,
    /** It sends what waits, after it has let other lanes go first. */
    GATHER,
    /** It sends what waits in place of the lane that let it go first, with that lane's request. */
    REPLACE,
    /** It sends what waits at once, with a request of its own. */
    SEND
  }

  /** A write whose lane waits for the answer. */
  private record Pending<W, R>(
      WriteSender<W, R> sender, W write, CompletableFuture<Supplier<Optional<R>>> answer) {
    RecordId id() {
      return sender.id(write);
    }

    /** Returns this write if it is of the kind that the sender takes. */
    @SuppressWarnings("unchecked")
    <A, B> Optional<Pending<A, B>> of(WriteSender<A, B> kind) {
      return sender.equals(kind) ? Optional.of((Pending<A, B>) this) : Optional.empty();
    }
  }

  /** The writes of one request. */
  private record Group<W, R>(WriteSender<W, R> sender, List<Pending<W, R>> members) {}

  private final int limit;
  private final int maxConcurrentRequests;
  private final LaneThreads lanes;
  private final Platform platform;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Pending<?, ?>> waiting = new ArrayList<>();
  private final Map<RecordId, Instant> answeredClaims = new ConcurrentHashMap<>();
  private final AtomicInteger unanswered = new AtomicInteger();
  private int requests;

  /** The lane that is about to send all writes that wait; empty if none is. */
  private Optional<Thread> gathering = Optional.empty();

  private volatile boolean isTroubled;

  /** How long the last request took. */
  private volatile Duration answerTime = Duration.ZERO;

  /** Whether a lane that let others go first got its thread back late, since handlers compute. */
  private volatile boolean othersCompute;

  /**
   * @param groups whose limit says from how many writes on a group leaves without letting others
   *     join
   */
  WriteBatcher(GroupWriter groups, LaneThreads lanes, Platform platform) {
    this.limit = groups.limit();
    this.maxConcurrentRequests =
        Math.max(groups.maxConcurrentRequests(), Math.ceilDiv(lanes.atOnce(), limit));
    this.lanes = lanes;
    this.platform = platform;
  }

  /** Returns when the write is answered; empty if it is to be sent alone. */
  <W, R> Optional<R> write(WriteSender<W, R> sender, W write) {
    if (isTroubled) {
      return Optional.empty();
    }
    Pending<W, R> pending = new Pending<>(sender, write, new CompletableFuture<>());
    boolean isLong = endsALongHandler(write);
    boolean isUrgent = isLong && (othersCompute || !othersMayJoin(1));
    Duty duty = locked(() -> duty(pending, isUrgent));
    if (duty == Duty.GATHER) {
      letOthersJoin(pending.answer(), isLong);
    }
    if (duty != Duty.NONE) {
      sendWhatWaits(duty);
    }
    return pending.answer().join().get();
  }

  /**
   * Decides who sends the write. If a lane lets others go first, the last lane that can join sends
   * in its place, so that neither has to look for the other.
   */
  private Duty duty(Pending<?, ?> pending, boolean isUrgent) {
    waiting.add(pending);
    boolean isLast = unanswered.incrementAndGet() >= lanes.atOnce();
    if (gathering.isPresent() && isLast) {
      gathering = Optional.of(Thread.currentThread());
      return Duty.REPLACE;
    }
    if (requests >= maxConcurrentRequests || (gathering.isPresent() && !isUrgent)) {
      return Duty.NONE;
    }
    requests++;
    if (isUrgent) {
      return Duty.SEND;
    }
    gathering = Optional.of(Thread.currentThread());
    return Duty.GATHER;
  }

  private boolean isGatheringHere() {
    return gathering.filter(Thread.currentThread()::equals).isPresent();
  }

  private boolean endsALongHandler(Object write) {
    if (!(write instanceof Write.Ending ending)) {
      return false;
    }
    Instant latest = platform.clock().instant().minus(SHORT);
    return Optional.ofNullable(answeredClaims.remove(ending.id()))
        .filter(answered -> !answered.isBefore(latest))
        .isEmpty();
  }

  /**
   * Lets lanes that are ready to run go first, as long as more and more of them join, or one of
   * them runs and may be about to. Once every lane waits for an answer, no other can join. At the
   * end of a long handler the others are likely to wait for answers that come at about the same
   * time: it waits for them too, for a part of what an answer takes, if that is short.
   */
  private void letOthersJoin(CompletableFuture<?> answer, boolean isLong) {
    try {
      Instant began = now();
      Instant turn = began;
      int before = 0;
      for (int joined = 1;
          joined < limit
              && unanswered.get() < lanes.atOnce()
              && (joined > before || (turn.isBefore(began.plus(SHORT)) && oneRuns())); ) {
        platform.pause().pause(joined > before ? Duration.ZERO : GLANCE);
        before = joined;
        Instant back = now();
        othersCompute |= turn.plus(SHORT).isBefore(back);
        turn = back;
        joined = joined(answer);
      }
      if (isLong) {
        waitForOtherEnds(answer, began);
      }
    } catch (Throwable e) {
      // Errors too: the group leaves as it is, since its lanes must not wait for ever.
    }
  }

  private void waitForOtherEnds(CompletableFuture<?> answer, Instant began)
      throws InterruptedException {
    Duration part = Collections.min(List.of(SHORT, answerTime.dividedBy(PART_OF_AN_ANSWER)));
    while (now().isBefore(began.plus(part)) && othersMayJoin(0) && joined(answer) < limit) {
      platform.pause().pause(part.dividedBy(4));
    }
  }

  /** Returns how many writes wait; a whole group if this lane has no more to wait for. */
  private int joined(CompletableFuture<?> answer) {
    return locked(() -> isGatheringHere() && !answer.isDone() ? waiting.size() : limit);
  }

  private boolean oneRuns() {
    for (Thread lane : lanes.threads()) {
      Thread.State state = platform.pause().stateOf(lane);
      if ((state == Thread.State.RUNNABLE || state == Thread.State.NEW)
          && !lane.equals(Thread.currentThread())) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether there are more lanes than those that wait for an answer, and so many more. */
  private boolean othersMayJoin(int more) {
    int left = unanswered.get() + more;
    for (Thread lane : lanes.threads()) {
      if (platform.pause().stateOf(lane) != Thread.State.TERMINATED && --left < 0) {
        return true;
      }
    }
    return false;
  }

  private Instant now() {
    return platform.clock().instant();
  }

  /** Sends a group, and further ones beside it while fewer are under way than may be. */
  private void sendWhatWaits(Duty duty) {
    List<Group<?, ?>> groups = locked(() -> groups(duty));
    for (int other = 1; other < groups.size(); other++) {
      sendOnAThreadOfItsOwn(groups.get(other));
    }
    if (!groups.isEmpty()) {
      send(groups.getFirst());
    }
  }

  private List<Group<?, ?>> groups(Duty duty) {
    if (isGatheringHere()) {
      gathering = Optional.empty();
    } else if (duty != Duty.SEND) {
      // Another lane sends in place of this one, with its request.
      return List.of();
    }
    List<Group<?, ?>> groups = new ArrayList<>();
    next().ifPresent(groups::add);
    while (!waiting.isEmpty() && gathering.isEmpty() && requests < maxConcurrentRequests) {
      requests++;
      next().ifPresent(groups::add);
    }
    return groups;
  }

  /** Takes the next group; if nothing waits, one request fewer is under way. */
  private Optional<Group<?, ?>> next() {
    if (waiting.isEmpty()) {
      requests--;
      return Optional.empty();
    }
    return Optional.of(take(waiting.getFirst().sender()));
  }

  private <W, R> Group<W, R> take(WriteSender<W, R> sender) {
    Set<RecordId> records = new HashSet<>();
    List<Pending<W, R>> members = new ArrayList<>();
    for (Iterator<Pending<?, ?>> all = waiting.iterator();
        all.hasNext() && members.size() < sender.limit(); ) {
      Optional<Pending<W, R>> next = all.next().of(sender).filter(it -> records.add(it.id()));
      if (next.isPresent()) {
        members.add(next.get());
        all.remove();
      }
    }
    return new Group<>(sender, members);
  }

  /**
   * Sends the group, then what came meanwhile on another thread, since this lane has its answer.
   */
  private <W, R> void send(Group<W, R> group) {
    Supplier<Optional<R>> rest = unanswered(group);
    group.members().forEach(pending -> answer(pending, rest));
    locked(this::next).ifPresent(WriteBatcher.this::sendOnAThreadOfItsOwn);
  }

  private void sendOnAThreadOfItsOwn(Group<?, ?> group) {
    try {
      Thread.ofVirtual().name("store-writes").start(() -> send(group));
    } catch (OutOfMemoryError e) {
      // There is no free thread: this one sends, if later.
      send(group);
    }
  }

  /**
   * Carries the writes out; returns what those without an answer come to. Each lane has it as if
   * its own write had thrown it; none may wait for ever.
   */
  private <W, R> Supplier<Optional<R>> unanswered(Group<W, R> group) {
    Instant began = now();
    try {
      carryOut(group);
      answerTime = Duration.between(began, now());
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
      R result = group.sender().alone(single.write());
      answer(single, () -> Optional.of(result));
    } else {
      group
          .sender()
          .together(
              members.stream().map(Pending::write).toList(),
              (index, result) -> answer(members.get(index), () -> result));
    }
  }

  private <W, R> void answer(Pending<W, R> pending, Supplier<Optional<R>> answer) {
    if (!pending.answer().isDone()) {
      if (pending.write() instanceof Write.Claim claim) {
        answeredClaims.put(claim.id(), platform.clock().instant());
      }
      unanswered.decrementAndGet();
      pending.answer().complete(answer);
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
