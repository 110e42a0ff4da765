package dev.effectivelyonce.core.engine;

import static dev.effectivelyonce.core.Samples.FIRST;
import static dev.effectivelyonce.core.Samples.LEASE;
import static dev.effectivelyonce.core.Samples.NOW;
import static dev.effectivelyonce.core.Samples.RETENTION;
import static dev.effectivelyonce.core.Samples.claim;
import static dev.effectivelyonce.core.Samples.claimOf;
import static dev.effectivelyonce.core.engine.WaitingLane.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.WriteResult;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Whatever breaks, no lane waits for ever. */
class WriteBatcherFaultsTest {
  private static final WriteResult ANSWER =
      new WriteResult.Written(IdempotencyRecord.claimed(claim(FIRST)));

  private final Answers answers = new Answers(() -> ANSWER);
  private final Queue<Runnable> ready = new ConcurrentLinkedQueue<>();

  @Test
  void whateverBreaksWhileOthersMayJoinTheWriteLeaves() {
    for (Throwable broken : List.of(new StackOverflowError(), new InterruptedException())) {
      IdempotencyStore store = answers.forLanes(3, pause -> WriteBatcherFaultsTest.sneaky(broken));

      assertThat(store.claim(claimOf(0))).isSameAs(ANSWER);
    }
  }

  @Test
  void anExceptionThatNobodyDeclaredReachesEachLane() throws Exception {
    IOException undeclared = new IOException("thrown by a store in another language");
    Answers failing = new Answers(() -> sneaky(undeclared));

    assertThat(writtenTogether(over(failing))).containsExactly(undeclared, undeclared);

    assertThat(failing.groups).hasSize(1);
  }

  @Test
  void afterAGroupWithoutAnAnswerEachWriteGoesAlone() throws Exception {
    AtomicBoolean isDown = new AtomicBoolean(true);
    Answers failing =
        new Answers(() -> isDown.get() ? sneaky(new IllegalStateException("down")) : ANSWER);
    IdempotencyStore store = over(failing);

    assertThat(writtenTogether(store)).allMatch(IllegalStateException.class::isInstance);
    isDown.set(false);
    ready.add(() -> claimed(store, 1));
    store.claim(claimOf(2));

    assertThat(ready).hasSize(1);
    assertThat(failing.groups).hasSize(1);
    assertThat(failing.calls).containsExactly("claim");
  }

  @Test
  void afterASingleWriteWithoutAnAnswerWritesStillGoTogether() throws Exception {
    AtomicBoolean isDown = new AtomicBoolean(true);
    Answers failing =
        new Answers(() -> isDown.get() ? sneaky(new IllegalStateException("down")) : ANSWER);
    IdempotencyStore store = over(failing);
    assertThatThrownBy(() -> store.claim(claimOf(2))).hasMessage("down");
    isDown.set(false);

    assertThat(writtenTogether(store)).hasSize(2);

    assertThat(failing.groups).extracting(List::size).containsExactly(2);
  }

  /** A renewal that hangs until the end of its batch would lose the claim meanwhile. */
  @Test
  void aCallThatIsToEndBeforeItsBatchDoes() {
    Instant soon = NOW.plusSeconds(1);

    over(answers)
        .withDeadline(soon)
        .renew(
            IdempotencyRecord.claimed(claim(FIRST)),
            NOW.plus(LEASE),
            WriteTimestamp.of(NOW, RETENTION));

    assertThat(answers.calls).containsExactly("ending by " + soon, "renew");
  }

  @Test
  void whatEndsEarlierIsStillWrittenTogether() throws Exception {
    assertThat(writtenTogether(over(answers).withDeadline(NOW.plusSeconds(1)))).contains(ANSWER);

    assertThat(answers.groups).hasSize(1);
  }

  /** A lane lets another one go first that writes too, and waits. */
  private IdempotencyStore over(Answers store) {
    return store.forLanes(
        2,
        pause -> {
          Runnable next = ready.poll();
          if (next != null) {
            Thread unused = waiting(next);
          }
        });
  }

  /** What two lanes get whose claims go in one group. */
  private List<Object> writtenTogether(IdempotencyStore store) throws InterruptedException {
    List<Object> results = new CopyOnWriteArrayList<>();
    CountDownLatch ended = new CountDownLatch(1);
    ready.add(
        () -> {
          results.add(claimed(store, 1));
          ended.countDown();
        });
    results.add(claimed(store, 0));
    ended.await();
    return results;
  }

  private static Object claimed(IdempotencyStore store, int lane) {
    try {
      return store.claim(claimOf(lane));
    } catch (Throwable thrown) {
      return thrown;
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> WriteResult sneaky(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
