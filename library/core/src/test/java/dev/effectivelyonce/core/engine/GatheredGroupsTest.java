package dev.effectivelyonce.core.engine;

import static dev.effectivelyonce.core.Samples.FIRST;
import static dev.effectivelyonce.core.Samples.claim;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.Samples;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
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
  }

  @Test
  void twoWritesOfOneRecordAreNeverInOneGroup() throws Exception {
    Lanes lanes = new Lanes(2);

    lanes.writeTogether(2, i -> claim(FIRST));
    lanes.answers.get(1).get();

    assertThat(answers.groups).isEmpty();
    assertThat(answers.calls).containsExactly("claim", "claim");
  }

  /** Lanes that write one after the other, each when the one before waits. */
  private final class Lanes {
    private final List<CompletableFuture<WriteResult>> answers = new ArrayList<>();
    private final ActiveLanes atWork;
    private final IdempotencyStore store;

    Lanes(int count) {
      this.atWork = new ActiveLanes(count, 64);
      this.store = GatheredGroupsTest.this.answers.gathered(atWork, this::pause);
    }

    private void pause(Duration time) {
      throw new AssertionError("Nobody is away, and nobody has to wait " + time);
    }

    void writeTogether(int count) {
      writeTogether(count, Samples::claimOf);
    }

    void writeTogether(int count, IntFunction<Claim> claims) {
      IntStream.range(0, count).forEach(i -> write(claims.apply(i)));
    }

    /** Returns when the lane waits for its answer, or has it. */
    private void write(Claim claim) {
      CompletableFuture<WriteResult> answer = new CompletableFuture<>();
      answers.add(answer);
      Thread lane = new Thread(() -> complete(answer, claim));
      lane.start();
      while (lane.isAlive() && lane.getState() != Thread.State.WAITING) {
        LockSupport.parkNanos(10_000);
      }
    }

    private void complete(CompletableFuture<WriteResult> answer, Claim claim) {
      try {
        answer.complete(store.claim(claim));
      } catch (RuntimeException e) {
        answer.completeExceptionally(e);
      }
      atWork.ended();
    }
  }
}
