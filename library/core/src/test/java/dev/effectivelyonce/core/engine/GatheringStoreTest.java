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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
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
  void aLaneThatHasItsAnswerIsWaitedForAgain() {
    IdempotencyStore store = over(new LanesAtWork(2, 64));
    store.claim(claim(FIRST));
    int before = pauses.size();

    store.complete(MINE, StoredResult.none(), STAMP);

    assertThat(pauses).hasSize(2 * before);
  }

  @Test
  void aLaneWhoseWriteIsUnderWayIsNotWaitedFor() throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    Answers slow = new Answers(() -> answeredWhen(open));
    IdempotencyStore store = GatheringStore.over(slow.store(), new LanesAtWork(2, 64), pauses::add);
    Thread first = Thread.ofVirtual().start(() -> claimed(store, 0));
    awaitCalls(slow, 1);
    int before = pauses.size();

    Thread second = Thread.ofVirtual().start(() -> claimed(store, 1));
    awaitCalls(slow, 2);

    assertThat(pauses).hasSize(before);
    open.countDown();
    first.join();
    second.join();
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

  private static void claimed(IdempotencyStore store, int lane) {
    assertThat(store.claim(claimOf(lane))).isSameAs(ANSWER);
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
}
