package dev.effectivelyonce.core.engine;

import static dev.effectivelyonce.core.Samples.FIRST;
import static dev.effectivelyonce.core.Samples.claim;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lanes that write at the same moment write together, and each gets its own answer. */
@Timeout(30)
class GatheredGroupsTest {
  private static final WriteResult ANSWER =
      new WriteResult.Written(IdempotencyRecord.claimed(claim(FIRST)));

  private final Answers answers = new Answers(() -> ANSWER);

  @Test
  void lanesThatAreAboutToWriteAreWaitedForAndNoLonger() throws Exception {
    Lanes lanes = new Lanes(3);

    lanes.writeTogether(3);

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

    lanes.writeTogether(4);
    lanes.answers.get(3).get();

    assertThat(answers.groups).extracting(List::size).containsExactly(Answers.LIMIT);
    assertThat(answers.calls).contains("claim");
  }

  @Test
  void aFullGroupDoesNotWaitForMore() throws Exception {
    Lanes lanes = new Lanes(5);

    lanes.writeTogether(Answers.LIMIT);

    assertThat(answers.groups).extracting(List::size).containsExactly(Answers.LIMIT);
    assertThat(lanes.turns).hasValue(1);
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

  /** Lanes whose first write waits, in its first pause, until all the others have written. */
  private final class Lanes {
    private final List<CompletableFuture<WriteResult>> answers = new ArrayList<>();
    private final List<Thread> others = new CopyOnWriteArrayList<>();
    private final AtomicBoolean first = new AtomicBoolean(true);
    private final IdempotencyStore store;
    private Runnable rest = () -> {};
    private final AtomicInteger turns = new AtomicInteger();

    Lanes(int count) {
      this.store =
          GatheringStore.over(
              GatheredGroupsTest.this.answers.store(), new LanesAtWork(count, 64), this::pause);
    }

    void writeTogether(int count) throws InterruptedException {
      writeTogether(count, GatheredGroupsTest::claimOf);
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
