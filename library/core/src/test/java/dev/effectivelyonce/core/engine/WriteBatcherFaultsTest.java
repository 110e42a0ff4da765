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
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.WriteResult;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever breaks, no lane waits for ever. */
@Timeout(10)
class WriteBatcherFaultsTest {
  private static final WriteResult ANSWER =
      new WriteResult.Written(IdempotencyRecord.claimed(claim(FIRST)));

  private final Answers answers = new Answers(() -> ANSWER);
  private final List<Thread> lanes = new CopyOnWriteArrayList<>();

  @Test
  void anErrorWhileOthersMayJoinSendsTheGroupAsItIs() throws Exception {
    ActiveLanes atWork = new ActiveLanes(3, 64);
    IdempotencyStore store =
        answers.gathered(
            atWork,
            pause -> {
              throw new StackOverflowError();
            });
    Thread lane = Thread.ofVirtual().start(() -> claimed(store, 0));
    while (lane.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }

    atWork.leave();
    atWork.leave();

    assertThat(lane.join(Duration.ofSeconds(5))).isTrue();
  }

  @Test
  void anExceptionThatNobodyDeclaredReachesEachLane() throws Exception {
    IOException undeclared = new IOException("thrown by a store in another language");
    Answers failing = new Answers(() -> sneaky(undeclared));

    assertThat(writtenTogether(over(failing, pause -> {}))).containsExactly(undeclared, undeclared);

    assertThat(failing.groups).hasSize(1);
  }

  @Test
  void anInterruptedPauseSendsTheGroupAsItIs() throws Exception {
    ActiveLanes lanes = new ActiveLanes(2, 64);
    IdempotencyStore store =
        answers.gathered(
            lanes,
            pause -> {
              throw new InterruptedException();
            });
    Thread waiting = waiting(() -> store.claim(claimOf(0)));

    ActiveLanes.Absence handler = lanes.leave();
    waiting.join();
    handler.close();

    assertThat(answers.calls).containsExactly("claim");
  }

  @Test
  void afterAGroupWithoutAnAnswerEachWriteGoesAlone() throws Exception {
    AtomicBoolean isDown = new AtomicBoolean(true);
    Answers failing =
        new Answers(() -> isDown.get() ? sneaky(new IllegalStateException("down")) : ANSWER);
    ActiveLanes lanes = new ActiveLanes(3, 64);
    ActiveLanes.Absence third = lanes.leave();
    IdempotencyStore store = failing.gathered(lanes, pause -> {});
    Thread first = waiting(() -> assertThatThrownBy(() -> store.claim(claimOf(0))));
    assertThatThrownBy(() -> store.claim(claimOf(1))).hasMessage("down");
    first.join();
    third.close();

    isDown.set(false);
    store.claim(claimOf(2));

    assertThat(failing.groups).hasSize(1);
    assertThat(failing.calls).containsExactly("claim");
  }

  @Test
  void afterASingleWriteWithoutAnAnswerWritesStillGoTogether() throws Exception {
    AtomicBoolean isDown = new AtomicBoolean(true);
    Answers failing =
        new Answers(() -> isDown.get() ? sneaky(new IllegalStateException("down")) : ANSWER);
    ActiveLanes lanes = new ActiveLanes(2, 64);
    IdempotencyStore store = failing.gathered(lanes, pause -> {});
    try (ActiveLanes.Absence other = lanes.leave()) {
      assertThatThrownBy(() -> store.claim(claimOf(0))).hasMessage("down");
    }
    isDown.set(false);

    Thread first = waiting(() -> store.claim(claimOf(1)));
    store.claim(claimOf(2));
    first.join();

    assertThat(failing.groups).extracting(List::size).containsExactly(2);
  }

  /** A renewal that hangs until the end of its batch would lose the claim meanwhile. */
  @Test
  void aCallThatIsToEndBeforeItsBatchDoes() {
    Instant soon = NOW.plusSeconds(1);

    over(answers, pause -> {})
        .endingBy(soon)
        .renew(IdempotencyRecord.claimed(claim(FIRST)), NOW.plus(LEASE), Stamp.of(NOW, RETENTION));

    assertThat(answers.calls).containsExactly("ending by " + soon, "renew");
  }

  @Test
  void whatEndsEarlierIsStillWrittenTogether() throws Exception {
    assertThat(writtenTogether(over(answers, pause -> {}).endingBy(NOW.plusSeconds(1))))
        .contains(ANSWER);

    assertThat(answers.groups).hasSize(1);
  }

  private static IdempotencyStore over(Answers answers, Platform.Pause pause) {
    return answers.gathered(new ActiveLanes(2, 64), pause);
  }

  /** What two lanes get whose claims go in one group. */
  private List<Object> writtenTogether(IdempotencyStore store) throws InterruptedException {
    List<Object> results = new CopyOnWriteArrayList<>();
    lanes.clear();
    IntStream.range(0, 2)
        .mapToObj(lane -> Thread.ofVirtual().unstarted(() -> results.add(claimed(store, lane))))
        .forEach(lanes::add);
    lanes.forEach(Thread::start);
    for (Thread lane : lanes) {
      lane.join();
    }
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
