package dev.effectivelyonce.core.engine;

import static dev.effectivelyonce.core.Samples.FIRST;
import static dev.effectivelyonce.core.Samples.ID;
import static dev.effectivelyonce.core.Samples.LEASE;
import static dev.effectivelyonce.core.Samples.NOW;
import static dev.effectivelyonce.core.Samples.RETENTION;
import static dev.effectivelyonce.core.Samples.WHY;
import static dev.effectivelyonce.core.Samples.claim;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which writes go out together, and that each lane gets its own answer. */
@Timeout(30)
class GatheringStoreTest {
  private static final Stamp STAMP = Stamp.of(NOW, RETENTION);
  private static final IdempotencyRecord MINE = IdempotencyRecord.claimed(claim(FIRST));
  private static final WriteResult ANSWER = new WriteResult.Written(MINE);

  private final Answers answers = new Answers(() -> ANSWER);
  private final List<Duration> pauses = new CopyOnWriteArrayList<>();

  private IdempotencyStore over(LanesAtWork lanes) {
    return over(lanes, pauses::add);
  }

  private IdempotencyStore over(LanesAtWork lanes, Platform.Pause pause) {
    return GatheringStore.over(answers.store(), lanes, pause);
  }

  @Test
  void aLaneAloneWritesAtOnceAndByItself() {
    IdempotencyStore store = over(new LanesAtWork(1, 64));

    assertThat(store.claim(claim(FIRST))).isSameAs(ANSWER);
    assertThat(store.complete(MINE, StoredResult.none(), STAMP)).isSameAs(ANSWER);
    assertThat(store.release(MINE, WHY, STAMP)).isSameAs(ANSWER);
    assertThat(store.fail(MINE, WHY, STAMP)).isSameAs(ANSWER);

    assertThat(answers.calls).containsExactly("claim", "complete", "release", "fail");
    assertThat(answers.groups).isEmpty();
    assertThat(pauses).isEmpty();
  }

  @Test
  void whatIsRareOrMustNotWaitGoesStraightToTheStore() {
    IdempotencyStore store = over(new LanesAtWork(5, 64));

    assertThat(store.takeOver(MINE, claim(FIRST))).isSameAs(ANSWER);
    assertThat(store.renew(MINE, NOW.plus(LEASE), STAMP)).isSameAs(ANSWER);
    assertThat(store.hold(MINE, WHY, STAMP)).isSameAs(ANSWER);
    assertThat(store.settle(MINE, Settlement.RETRYABLE, STAMP)).isSameAs(ANSWER);
    assertThat(store.forget(MINE, NOW)).isSameAs(ANSWER);
    assertThat(store.find(ID)).contains(MINE);

    assertThat(answers.calls)
        .containsExactly("takeOver", "renew", "hold", "settle", "forget", "find");
    assertThat(pauses).isEmpty();
  }

  @Test
  void aLaneThatIsInACallIsAwayUntilItEnds() {
    LanesAtWork lanes = new LanesAtWork(2, 64);
    List<Integer> away = new ArrayList<>();
    Answers noting =
        new Answers(
            () -> {
              away.add(lanes.away());
              return ANSWER;
            });

    GatheringStore.over(noting.store(), lanes, pauses::add).hold(MINE, WHY, STAMP);

    assertThat(away).containsExactly(1);
    assertThat(lanes.away()).isZero();
  }

  @Test
  void whatTheStoreThrowsReachesTheLaneAsItIs() {
    for (Throwable thrown : List.of(new IllegalStateException("down"), new AssertionError("bug"))) {
      Answers failing = new Answers(() -> sneaky(thrown));
      IdempotencyStore store =
          GatheringStore.over(failing.store(), new LanesAtWork(1, 64), pauses::add);

      assertThatThrownBy(() -> store.claim(claim(FIRST))).isSameAs(thrown);
    }
  }

  @Test
  void lanesThatAreAboutToWriteAreWaitedForAndNoLonger() throws Exception {
    Lanes lanes = new Lanes(3);

    lanes.writeTogether(3, GatheringStoreTest::claimOf);

    assertThat(answers.groups).extracting(List::size).containsExactly(3);
    assertThat(lanes.turns).hasValue(1);
    assertThat(lanes.answers.get(0).get()).isSameAs(ANSWER);
    assertThatThrownBy(() -> lanes.answers.get(1).get())
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("left out a write");
    assertThat(lanes.answers.get(2).get()).isSameAs(ANSWER);
    assertThat(answers.calls).containsExactly("claim");
  }

  @Test
  void aGroupIsNoLargerThanTheStoreTakesAndTheRestFollows() throws Exception {
    Lanes lanes = new Lanes(4);

    lanes.writeTogether(4, GatheringStoreTest::claimOf);
    lanes.answers.get(3).get();

    assertThat(answers.groups).extracting(List::size).containsExactly(Answers.LIMIT);
    assertThat(answers.calls).contains("claim");
  }

  @Test
  void aFullGroupDoesNotWaitForMore() throws Exception {
    Lanes lanes = new Lanes(5);

    lanes.writeTogether(Answers.LIMIT, GatheringStoreTest::claimOf);

    assertThat(answers.groups).extracting(List::size).containsExactly(Answers.LIMIT);
    assertThat(lanes.turns).hasValue(1);
  }

  @Test
  void fourRequestsAreUnderWayAtMostAndTheRestFollows() throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    Answers slow = new Answers(() -> answeredWhen(open));
    IdempotencyStore store = GatheringStore.over(slow.store(), new LanesAtWork(5, 64), pause -> {});
    List<Thread> lanes = new ArrayList<>();
    for (int lane = 0; lane < 5; lane++) {
      Claim claim = claimOf(lane);
      lanes.add(Thread.ofVirtual().start(() -> assertThat(store.claim(claim)).isSameAs(ANSWER)));
      awaitCalls(slow, Math.min(lane + 1, 4));
    }
    aMomentForWhatMustNotCome();
    assertThat(slow.calls).hasSize(4);

    open.countDown();
    for (Thread lane : lanes) {
      lane.join();
    }
    aMomentForWhatMustNotCome();

    assertThat(slow.calls).hasSize(5);
    assertThat(slow.groups).isEmpty();
  }

  private static WriteResult answeredWhen(CountDownLatch open) {
    try {
      open.await();
      return ANSWER;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void awaitCalls(Answers store, int count) {
    while (store.calls.size() < count) {
      LockSupport.parkNanos(10_000);
    }
  }

  private static void aMomentForWhatMustNotCome() {
    LockSupport.parkNanos(50_000_000);
  }

  @Test
  void aLaneThatDoesNotComeIsWaitedForOnlySoOften() {
    IdempotencyStore store = over(new LanesAtWork(2, 64));

    assertThat(store.claim(claim(FIRST))).isSameAs(ANSWER);

    assertThat(pauses).hasSize(32 + 10 + 32);
    assertThat(pauses.subList(32, 42)).containsOnly(Duration.ofNanos(100_000));
    assertThat(pauses).filteredOn(Duration.ZERO::equals).hasSize(64);
  }

  @Test
  void aLaneThatIsAwayOnlyGetsItsTurn() {
    LanesAtWork lanes = new LanesAtWork(2, 64);
    LanesAtWork.Absence handler = lanes.leave();

    assertThat(over(lanes).claim(claim(FIRST))).isSameAs(ANSWER);
    handler.close();

    assertThat(pauses).containsOnly(Duration.ZERO).hasSize(32);
  }

  @Test
  void anInterruptedPauseSendsTheGroupAsItIs() {
    IdempotencyStore store =
        over(
            new LanesAtWork(2, 64),
            pause -> {
              throw new InterruptedException();
            });

    assertThat(store.claim(claim(FIRST))).isSameAs(ANSWER);
  }

  @Test
  void twoWritesOfOneRecordAreNeverInOneGroup() throws Exception {
    Lanes lanes = new Lanes(2);

    lanes.writeTogether(2, i -> claim(FIRST));
    lanes.answers.get(1).get();

    assertThat(answers.groups).isEmpty();
    assertThat(answers.calls).containsExactly("claim", "claim");
  }

  private static Claim claimOf(int lane) {
    Claim like = claim(FIRST);
    RecordId id = RecordId.of(new ConsumerName("orders"), BusinessKey.of("o-" + lane));
    return new Claim(
        id, FIRST, like.leaseUntil(), like.stamp(), Optional.empty(), Optional.empty());
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> WriteResult sneaky(Throwable thrown) throws T {
    throw (T) thrown;
  }

  /** Lanes whose first write waits, in its first pause, until all the others have written. */
  private final class Lanes {
    private final List<CompletableFuture<WriteResult>> answers = new ArrayList<>();
    private final List<Thread> others = new CopyOnWriteArrayList<>();
    private final AtomicBoolean first = new AtomicBoolean(true);
    private final IdempotencyStore store;
    private Runnable rest = () -> {};
    private final AtomicInteger turns = new AtomicInteger();

    Lanes(int count) {
      this.store = over(new LanesAtWork(count, 64), this::pause);
    }

    void writeTogether(int count, IntFunction<Claim> claims) throws InterruptedException {
      IntStream.range(0, count).forEach(i -> answers.add(new CompletableFuture<>()));
      rest = () -> IntStream.range(1, count).forEach(i -> others.add(start(i, claims.apply(i))));
      start(0, claims.apply(0)).join();
      for (Thread other : others) {
        other.join();
      }
    }

    private void pause(Duration time) {
      turns.incrementAndGet();
      if (first.compareAndSet(true, false)) {
        rest.run();
      }
    }

    /** Returns when the lane waits for its answer. */
    private Thread start(int lane, Claim claim) {
      Thread thread = new Thread(() -> complete(lane, claim));
      thread.start();
      while (lane > 0 && thread.getState() != Thread.State.WAITING) {
        LockSupport.parkNanos(10_000);
      }
      return thread;
    }

    private void complete(int lane, Claim claim) {
      try {
        answers.get(lane).complete(store.claim(claim));
      } catch (RuntimeException e) {
        answers.get(lane).completeExceptionally(e);
      }
    }
  }
}
