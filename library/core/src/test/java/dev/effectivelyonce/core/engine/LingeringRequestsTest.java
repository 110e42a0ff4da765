package dev.effectivelyonce.core.engine;

import static dev.effectivelyonce.core.Samples.FIRST;
import static dev.effectivelyonce.core.Samples.NOW;
import static dev.effectivelyonce.core.Samples.claim;
import static dev.effectivelyonce.core.Samples.claimOf;
import static dev.effectivelyonce.core.engine.WaitingLane.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.ActiveLanes.Absence;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that have answered every lane, but are not over yet. */
@Timeout(30)
class LingeringRequestsTest {
  private static final WriteResult ANSWER =
      new WriteResult.Written(IdempotencyRecord.claimed(claim(FIRST)));

  private final Lingering store = new Lingering();
  private final ActiveLanes lanes = new ActiveLanes(6, 64);
  private final BatchingStore gathered =
      new BatchingStore(new Answers(() -> ANSWER).store(), store, lanes, platform(), writes -> {});

  @Test
  void whatCameBeforeTheyWereOverLeavesWhenTheyAre() throws Exception {
    Absence always = lanes.leave();
    List<Absence> second = List.of(lanes.leave(), lanes.leave());
    Absence third = claimUntilAnotherLeaves(0, 1);
    List<Absence> first = List.of(lanes.leave(), lanes.leave());
    second.forEach(Absence::close);
    third.close();
    claimUntilAnotherLeaves(2, 3);
    first.forEach(Absence::close);

    List<Thread> ends = new ArrayList<>();
    for (int lane = 0; lane < 4; lane++) {
      IdempotencyRecord mine = IdempotencyRecord.claimed(claimOf(lane));
      ends.add(waiting(() -> gathered.complete(mine, StoredResult.none(), mine.stamp())));
    }
    assertThat(store.sizes).containsExactly(2, 2);
    store.over.countDown();

    assertThat(ends).allMatch(LingeringRequestsTest::comesToItsEnd);
    assertThat(store.sizes).containsExactly(2, 2, 4);
    always.close();
  }

  /** Then no lane sends the group: it has a thread of its own. */
  private Absence claimUntilAnotherLeaves(int one, int other) throws InterruptedException {
    List<Thread> claims =
        List.of(
            waiting(() -> gathered.claim(claimOf(one))),
            waiting(() -> gathered.claim(claimOf(other))));
    Absence another = lanes.leave();
    for (Thread claim : claims) {
      claim.join();
    }
    return another;
  }

  private static boolean comesToItsEnd(Thread lane) {
    try {
      return lane.join(Duration.ofSeconds(5));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static Platform platform() {
    InstantSource time = () -> NOW;
    return new Platform(time.withZone(ZoneOffset.UTC), () -> FIRST, () -> 0L, pause -> {});
  }

  /** A store whose groups answer, but do not return before they are over. */
  private static final class Lingering implements GroupWriter {
    private final CountDownLatch over = new CountDownLatch(1);
    private final List<Integer> sizes = new CopyOnWriteArrayList<>();

    @Override
    public int limit() {
      return 10;
    }

    @Override
    public void write(List<Write.Groupable> writes, GroupWriter.Answers answers) {
      sizes.add(writes.size());
      for (int i = 0; i < writes.size(); i++) {
        answers.answer(i, Optional.of(ANSWER));
      }
      try {
        over.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
