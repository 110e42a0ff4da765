package dev.effectivelyonce.core.engine;

import static dev.effectivelyonce.core.Samples.FIRST;
import static dev.effectivelyonce.core.Samples.ID;
import static dev.effectivelyonce.core.Samples.LEASE;
import static dev.effectivelyonce.core.Samples.NOW;
import static dev.effectivelyonce.core.Samples.RETENTION;
import static dev.effectivelyonce.core.Samples.WHY;
import static dev.effectivelyonce.core.Samples.claim;
import static dev.effectivelyonce.core.Samples.claimOf;
import static dev.effectivelyonce.core.engine.WaitingLane.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which writes go out together, and that each lane gets its own answer. */
@Timeout(30)
class BatchingStoreTest {
  private static final Stamp STAMP = Stamp.of(NOW, RETENTION);
  private static final IdempotencyRecord MINE = IdempotencyRecord.claimed(claim(FIRST));
  private static final WriteResult ANSWER = new WriteResult.Written(MINE);
  private static final Step CHARGE = Step.unbegun("charge", 1, 1);

  private final Answers answers = new Answers(() -> ANSWER);
  private final List<Duration> pauses = new CopyOnWriteArrayList<>();

  private IdempotencyStore over(ActiveLanes lanes) {
    return over(lanes, pauses::add);
  }

  private IdempotencyStore over(ActiveLanes lanes, Platform.Pause pause) {
    return answers.gathered(lanes, pause);
  }

  @Test
  void aLaneAloneWritesAtOnceAndByItself() {
    IdempotencyStore store = over(new ActiveLanes(1, 64));

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
    IdempotencyStore store = over(new ActiveLanes(5, 64));

    assertThat(store.takeOver(MINE, claim(FIRST))).isSameAs(ANSWER);
    assertThat(store.renew(MINE, NOW.plus(LEASE), STAMP)).isSameAs(ANSWER);
    assertThat(store.hold(MINE, WHY, STAMP)).isSameAs(ANSWER);
    assertThat(store.note(MINE, CHARGE, STAMP)).isSameAs(ANSWER);
    assertThat(store.settle(MINE, Settlement.RETRYABLE, STAMP)).isSameAs(ANSWER);
    assertThat(store.settleStep(MINE, CHARGE, STAMP)).isSameAs(ANSWER);
    assertThat(store.erase(MINE, NOW)).isSameAs(ANSWER);
    assertThat(store.forget(MINE, NOW)).isSameAs(ANSWER);
    assertThat(store.find(ID)).contains(MINE);

    assertThat(answers.calls)
        .containsExactly(
            "takeOver", "renew", "hold", "note", "settle", "settleStep", "erase", "forget", "find");
    assertThat(pauses).isEmpty();
  }

  @Test
  void aRenewalAndANoteAreNoAbsencesOfALane() {
    ActiveLanes lanes = new ActiveLanes(2, 64);
    List<Integer> away = new ArrayList<>();
    Answers noting =
        new Answers(
            () -> {
              away.add(lanes.away());
              return ANSWER;
            });

    IdempotencyStore store = noting.gathered(lanes, pauses::add);
    store.renew(MINE, NOW.plus(LEASE), STAMP);
    store.note(MINE, CHARGE, STAMP);

    assertThat(away).containsExactly(0, 0);
  }

  @Test
  void aLaneThatIsInACallIsAwayUntilItEnds() {
    ActiveLanes lanes = new ActiveLanes(2, 64);
    List<Integer> away = new ArrayList<>();
    Answers noting =
        new Answers(
            () -> {
              away.add(lanes.away());
              return ANSWER;
            });

    noting.gathered(lanes, pauses::add).hold(MINE, WHY, STAMP);

    assertThat(away).containsExactly(1);
    assertThat(lanes.away()).isZero();
  }

  @Test
  void whatTheStoreThrowsReachesTheLaneAsItIs() {
    for (Throwable thrown : List.of(new IllegalStateException("down"), new AssertionError("bug"))) {
      Answers failing = new Answers(() -> sneaky(thrown));
      IdempotencyStore store = failing.gathered(new ActiveLanes(1, 64), pauses::add);

      assertThatThrownBy(() -> store.claim(claim(FIRST))).isSameAs(thrown);
    }
  }

  @Test
  void aLaneThatGoesIntoItsHandlerHasItsTurnButIsNotWaitedFor() throws Exception {
    ActiveLanes lanes = new ActiveLanes(2, 64);
    IdempotencyStore store = over(lanes);
    Thread waiting = waitingLane(lanes, store, 0);
    assertThat(answers.calls).isEmpty();

    ActiveLanes.Absence handler = lanes.leave();
    waiting.join();
    handler.close();

    assertThat(answers.calls).containsExactly("claim");
    assertThat(pauses).containsOnly(Duration.ZERO).hasSize(32);
  }

  @Test
  void aLaneThatEndsIsNotWaitedFor() throws Exception {
    ActiveLanes lanes = new ActiveLanes(2, 64);
    IdempotencyStore store = over(lanes);
    Thread waiting = waitingLane(lanes, store, 0);

    lanes.ended();
    waiting.join();

    assertThat(answers.calls).containsExactly("claim");
    assertThat(pauses).isEmpty();
  }

  @Test
  void aLaneWhoseWriteIsUnderWayIsNotWaitedFor() throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    Answers slow = new Answers(Answers.when(open, ANSWER));
    ActiveLanes lanes = new ActiveLanes(2, 64);
    ActiveLanes.Absence other = lanes.leave();
    IdempotencyStore store = slow.gathered(lanes, pauses::add);
    Thread first = waitingLane(lanes, store, 0);
    other.close();

    Thread second = waitingLane(lanes, store, 1);

    assertThat(slow.calls).containsExactly("claim", "claim");
    open.countDown();
    first.join();
    second.join();
    assertThat(pauses).isEmpty();
  }

  @Test
  void whatComesWhileRequestsEnoughAreUnderWayLeavesWithTheNext() throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    Answers slow = new Answers(Answers.when(open, ANSWER));
    ActiveLanes lanes = new ActiveLanes(4, 64);
    List<ActiveLanes.Absence> others = List.of(lanes.leave(), lanes.leave(), lanes.leave());
    IdempotencyStore store = slow.gathered(lanes, pauses::add);
    List<Thread> running = new ArrayList<>(List.of(waitingLane(lanes, store, 0)));
    for (int lane = 1; lane < 4; lane++) {
      others.get(lane - 1).close();
      running.add(waitingLane(lanes, store, lane));
    }

    assertThat(slow.calls).containsExactly("claim", "claim");
    assertThat(slow.groups).isEmpty();
    open.countDown();
    for (Thread lane : running) {
      lane.join();
    }

    assertThat(slow.groups).extracting(List::size).containsExactly(2);
  }

  @Test
  void theEndOfAHandlerThatTookItsTimeDoesNotWaitForOtherLanes() {
    ActiveLanes lanes = new ActiveLanes(2, 64);
    IdempotencyStore store = over(lanes);
    claimWhileTheOtherIsAway(lanes, store);

    answers.now = NOW.plusMillis(3);
    store.complete(MINE, StoredResult.none(), STAMP);

    assertThat(answers.calls).containsExactly("claim", "complete");
  }

  @Test
  void theEndOfAShortHandlerWaitsForThem() throws Exception {
    ActiveLanes lanes = new ActiveLanes(2, 64);
    IdempotencyStore store = over(lanes);
    claimWhileTheOtherIsAway(lanes, store);

    answers.now = NOW.plusMillis(2);
    Thread waiting = waiting(() -> store.complete(MINE, StoredResult.none(), STAMP));

    assertThat(answers.calls).containsExactly("claim");
    lanes.ended();
    waiting.join();
    assertThat(answers.calls).containsExactly("claim", "complete");
  }

  private static void claimWhileTheOtherIsAway(ActiveLanes lanes, IdempotencyStore store) {
    try (ActiveLanes.Absence ignored = lanes.leave()) {
      store.claim(claim(FIRST));
    }
  }

  /** A lane that has written, waits for the others or for its answer, and then ends. */
  private static Thread waitingLane(ActiveLanes lanes, IdempotencyStore store, int lane) {
    return waiting(
        () -> {
          store.claim(claimOf(lane));
          lanes.ended();
        });
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> WriteResult sneaky(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
