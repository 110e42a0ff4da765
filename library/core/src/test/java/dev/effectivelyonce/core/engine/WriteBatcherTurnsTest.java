package dev.effectivelyonce.core.engine;

import static dev.effectivelyonce.core.Samples.FIRST;
import static dev.effectivelyonce.core.Samples.claim;
import static dev.effectivelyonce.core.Samples.claimOf;
import static dev.effectivelyonce.core.engine.WaitingLane.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.ActiveLanes.Absence;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How many requests are under way, and whom a group that is about to leave waits for. */
@Timeout(30)
class WriteBatcherTurnsTest {
  private static final WriteResult ANSWER =
      new WriteResult.Written(IdempotencyRecord.claimed(claim(FIRST)));

  private final List<Duration> pauses = new CopyOnWriteArrayList<>();
  private final CountDownLatch open = new CountDownLatch(1);

  @Test
  void manyLanesHaveMoreRequestsUnderWayAndNoGroupIsLargerThanTheStoreTakes() throws Exception {
    Answers slow = new Answers(Answers.when(open, ANSWER));
    int count = 3 * Answers.LIMIT;
    ActiveLanes lanes = new ActiveLanes(count, 64);
    List<Absence> others = new ArrayList<>();
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
    ActiveLanes lanes = new ActiveLanes(3, 64);
    Queue<Absence> third = new ConcurrentLinkedQueue<>(List.of(lanes.leave()));
    IdempotencyStore store =
        new Answers(() -> ANSWER)
            .gathered(
                lanes,
                pause -> {
                  pauses.add(pause);
                  third.remove().close();
                  third.add(lanes.leave());
                  Thread.sleep(Duration.ZERO);
                });
    Thread waiting = claimingLane(lanes, store, 0);

    lanes.leave();
    waiting.join();

    assertThat(pauses).hasSize(32);
  }

  @Test
  void whereAllHaveWrittenNobodyIsGivenATurn() throws Exception {
    CountDownLatch asked = new CountDownLatch(2);
    Answers slow = slowly(asked);
    ActiveLanes lanes = new ActiveLanes(3, 64);
    List<Absence> others = List.of(lanes.leave(), lanes.leave());
    IdempotencyStore store = slow.gathered(lanes, pauses::add);
    Thread underWay = claimingLane(lanes, store, 0);
    others.forEach(Absence::close);
    Thread second = claimingLane(lanes, store, 1);
    assertThat(slow.calls).hasSize(1);

    lanes.ended();
    asked.await();
    open.countDown();

    assertThat(pauses).isEmpty();
    underWay.join();
    second.join();
  }

  /** Answers when it is open, and says when it is asked. */
  private Answers slowly(CountDownLatch asked) {
    Supplier<WriteResult> whenOpen = Answers.when(open, ANSWER);
    return new Answers(
        () -> {
          asked.countDown();
          return whenOpen.get();
        });
  }

  @Test
  void onceAGroupHasLeftNobodyIsGivenATurnToJoinIt() throws Exception {
    CompletableFuture<Thread> looking = new CompletableFuture<>();
    Answers answers = new Answers(() -> ANSWER);
    ActiveLanes lanes = new ActiveLanes(5, 64);
    IdempotencyStore store =
        answers.gathered(
            lanes,
            pause -> {
              pauses.add(pause);
              looking.complete(Thread.currentThread());
              open.await();
            });
    List<Thread> running = new ArrayList<>(List.of(waiting(() -> claimed(store, 0))));
    lanes.leave();
    Thread looks = looking.get();

    running.add(waiting(() -> claimed(store, 1)));
    claimed(store, 2);
    open.countDown();
    looks.join();

    assertThat(answers.groups).extracting(List::size).containsExactly(Answers.LIMIT);
    assertThat(pauses).hasSize(1);
    for (Thread lane : running) {
      lane.join();
    }
  }

  /** A lane that ends, whatever its answer is. */
  private static Thread claimingLane(ActiveLanes lanes, IdempotencyStore store, int lane) {
    return waiting(
        () -> {
          claimed(store, lane);
          lanes.ended();
        });
  }

  private static void claimed(IdempotencyStore store, int lane) {
    try {
      store.claim(claimOf(lane));
    } catch (IllegalStateException e) {
      // Left out of its group.
    }
  }
}
