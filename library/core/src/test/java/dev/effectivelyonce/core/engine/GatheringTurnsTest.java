package dev.effectivelyonce.core.engine;

import static dev.effectivelyonce.core.Samples.FIRST;
import static dev.effectivelyonce.core.Samples.claim;
import static dev.effectivelyonce.core.Samples.claimOf;
import static dev.effectivelyonce.core.engine.WaitingLane.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How many requests are under way, and whom a group that is about to leave waits for. */
@Timeout(30)
class GatheringTurnsTest {
  private static final WriteResult ANSWER =
      new WriteResult.Written(IdempotencyRecord.claimed(claim(FIRST)));

  private final List<Duration> pauses = new CopyOnWriteArrayList<>();
  private final CountDownLatch open = new CountDownLatch(1);

  @Test
  void manyLanesHaveMoreRequestsUnderWayAndNoGroupIsLargerThanTheStoreTakes() throws Exception {
    Answers slow = new Answers(Answers.when(open, ANSWER));
    int count = 3 * Answers.LIMIT;
    LanesAtWork lanes = new LanesAtWork(count, 64);
    List<LanesAtWork.Absence> others = new ArrayList<>();
    for (int lane = 1; lane < count; lane++) {
      others.add(lanes.leave());
    }
    IdempotencyStore store = slow.gathered(lanes, pauses::add);
    List<Thread> running = new ArrayList<>(List.of(claimingLane(lanes, store, 0)));
    for (int lane = 1; lane < count; lane++) {
      others.get(lane - 1).close();
      running.add(claimingLane(lanes, store, lane));
    }

    assertThat(slow.calls).containsExactly("claim", "claim", "claim");
    open.countDown();
    for (Thread lane : running) {
      lane.join();
    }

    assertThat(slow.groups).extracting(List::size).allMatch(size -> size <= Answers.LIMIT);
    assertThat(slow.groups).extracting(List::size).contains(Answers.LIMIT);
  }

  @Test
  void lanesThatLeaveOneAfterTheOtherAreOneReasonToLook() throws Exception {
    LanesAtWork lanes = new LanesAtWork(3, 64);
    IdempotencyStore store =
        new Answers(() -> ANSWER)
            .gathered(
                lanes,
                pause -> {
                  pauses.add(pause);
                  open.await();
                });
    Thread waiting = claimingLane(lanes, store, 0);

    lanes.leave();
    lanes.leave();
    open.countDown();
    waiting.join();

    assertThat(pauses).hasSize(32);
  }

  @Test
  void whereAllHaveWrittenNobodyIsGivenATurn() throws Exception {
    Answers slow = new Answers(Answers.when(open, ANSWER));
    LanesAtWork lanes = new LanesAtWork(4, 64);
    List<LanesAtWork.Absence> others = List.of(lanes.leave(), lanes.leave());
    LanesAtWork.Absence fourth = lanes.leave();
    IdempotencyStore store = slow.gathered(lanes, this::noteWhileClosed);
    List<Thread> running = new ArrayList<>(List.of(claimingLane(lanes, store, 0)));
    for (int lane = 1; lane < 3; lane++) {
      others.get(lane - 1).close();
      running.add(claimingLane(lanes, store, lane));
    }

    fourth.close();
    lanes.ended();
    open.countDown();
    for (Thread lane : running) {
      lane.join();
    }

    assertThat(pauses).isEmpty();
  }

  /** Later, lanes that have their answers end one by one: then others may have a turn. */
  private void noteWhileClosed(Duration pause) {
    if (open.getCount() > 0) {
      pauses.add(pause);
    }
  }

  /** A lane that ends, whatever its answer is. */
  private static Thread claimingLane(LanesAtWork lanes, IdempotencyStore store, int lane) {
    return waiting(
        () -> {
          try {
            store.claim(claimOf(lane));
          } catch (IllegalStateException e) {
            // Left out of its group.
          }
          lanes.ended();
        });
  }
}
