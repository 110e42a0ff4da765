package dev.effectivelyonce.core.engine;

import static dev.effectivelyonce.core.Refusals.assertRefused;
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

import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which writes of a batch leave together, and when; and that each lane gets its own answer. */
class WriteBatcherTest {
  private static final WriteTimestamp STAMP = WriteTimestamp.of(NOW, RETENTION);
  private static final IdempotencyRecord MINE = IdempotencyRecord.claimed(claim(FIRST));
  private static final WriteResult ANSWER = new WriteResult.Written(MINE);
  private static final Duration GLANCE = Duration.ofNanos(50_000);
  private static final Duration MS_4TH = Duration.ofNanos(250_000);
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Step CHARGE = Step.unbegun("charge", 1, 1);

  private final Answers answers = new Answers(this::answered);
  private Duration answerTime = Duration.ZERO;
  private final List<Duration> pauses = new CopyOnWriteArrayList<>();
  private final List<Thread> waits = new CopyOnWriteArrayList<>();
  private int joiningAtOnce = 1;
  private final Queue<Claim> ready = new ArrayDeque<>();
  private final List<CompletableFuture<WriteResult>> joined = new CopyOnWriteArrayList<>();
  private final CountDownLatch open = new CountDownLatch(1);

  private WriteResult answered() {
    answers.now = answers.now.plus(answerTime);
    return ANSWER;
  }

  /** Whenever a lane lets others go first, the next that are ready write and wait. */
  private IdempotencyStore letting(int lanes, Claim... others) {
    ready.addAll(List.of(others));
    CompletableFuture<IdempotencyStore> store = new CompletableFuture<>();
    store.complete(
        answers.forLanes(
            lanes,
            pause -> {
              pauses.add(pause);
              waits.add(Thread.currentThread());
              for (int i = 0; i < joiningAtOnce && !ready.isEmpty(); i++) {
                join(store.join(), ready.remove());
              }
            }));
    return store.join();
  }

  private static void joined(Thread lane) {
    try {
      lane.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void join(IdempotencyStore store, Claim claim) throws InterruptedException {
    CompletableFuture<WriteResult> answer = new CompletableFuture<>();
    joined.add(answer);
    Thread unused =
        waiting(
            () -> {
              try {
                answer.complete(store.claim(claim));
              } catch (RuntimeException e) {
                answer.completeExceptionally(e);
              }
            });
  }

  @Test
  void aLaneThatNobodyJoinsWritesByItselfWhenTheOthersHadATurn() {
    IdempotencyStore store = letting(2);

    assertThat(store.claim(claim(FIRST))).isSameAs(ANSWER);
    assertThat(store.complete(MINE, StoredResult.none(), STAMP)).isSameAs(ANSWER);

    assertThat(answers.calls).containsExactly("claim", "complete");
    assertThat(answers.groups).isEmpty();
    assertThat(pauses).containsExactly(Duration.ZERO, Duration.ZERO);
  }

  @Test
  void whatIsRareOrMustNotWaitGoesStraightToTheStore() {
    IdempotencyStore store = letting(5);

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
  void lanesThatAreReadyLeaveWithTheFirstAndEachHasItsOwnAnswer() throws Exception {
    WriteResult first = letting(3, claimOf(1), claimOf(2)).claim(claimOf(0));

    assertThat(answers.groups).extracting(List::size).containsExactly(3);
    assertThat(first).isSameAs(ANSWER);
    assertRefused(ExecutionException.class, () -> joined.get(0).get(), "left out a write");
    assertThat(joined.get(1).get()).isSameAs(ANSWER);
    assertThat(answers.calls).containsExactly("claim");
  }

  @Test
  void anAnswerIsNotHeldBackUntilItsRequestEnds() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    Answers slow = new Answers(Answers.when(open, ANSWER));
    slow.beforeTheEnd = end::await;
    List<Thread> lanes = claiming(slow, 4);

    open.countDown();

    assertThat(lanes.get(2).join(LONG)).isTrue();
    end.countDown();
    ended(lanes);
    assertThat(slow.groups).extracting(List::size).containsExactly(2);
  }

  @Test
  void oneLaneLetsOthersGoFirstAndTheyWaitForIt() {
    letting(3, claimOf(1), claimOf(2)).claim(claimOf(0));

    assertThat(waits).containsOnly(Thread.currentThread());
  }

  /** The lane that lets others go first may get its thread back late. */
  @Test
  void theLastLaneThatCanJoinSendsInPlaceOfTheOneThatLetItGoFirst() throws Exception {
    IdempotencyStore store = answers.forLanes(2, pause -> open.await());
    Thread first = waiting(() -> claimed(store, claimOf(0)));

    join(store, claimOf(1));

    assertThat(joined.getFirst()).succeedsWithin(LONG);
    assertThat(answers.groups).extracting(List::size).containsExactly(2);
    ended(List.of(first));
  }

  @Test
  void whatIsMoreThanAGroupLeavesBesideIt() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    answers.beforeTheEnd = end::await;
    joiningAtOnce = Answers.LIMIT;
    IdempotencyStore store = letting(5, claimOf(1), claimOf(2), claimOf(3));
    Thread first = waiting(() -> claimed(store, claimOf(0)));

    assertThat(joined.getLast().get(LONG.toSeconds(), TimeUnit.SECONDS)).isSameAs(ANSWER);

    end.countDown();
    first.join();
    assertThat(answers.groups).extracting(List::size).containsExactly(Answers.LIMIT);
  }

  @Test
  void aFullGroupLetsNobodyJoinAndTheRestFollows() throws Exception {
    letting(5, claimOf(1), claimOf(2), claimOf(3)).claim(claimOf(0));

    assertThat(answers.groups).extracting(List::size).containsExactly(Answers.LIMIT);
    assertThat(pauses).hasSize(Answers.LIMIT - 1);
    assertThat(ready).hasSize(1);
  }

  /** Two requests may be under way, and two writes of one record are never in the same one. */
  @Test
  void whatIsMoreThanMayBeUnderWayWaitsAndLeavesTogether() throws Exception {
    answers.beforeTheEnd = open::await;
    joiningAtOnce = 4;
    IdempotencyStore store = letting(6, claimOf(1), claimOf(0), claimOf(1), claimOf(0));
    Thread unused = waiting(() -> claimed(store, claimOf(0)));
    join(store, claimOf(1));

    open.countDown();

    assertThat(joined).hasSize(5).allSatisfy(it -> assertThat(it).succeedsWithin(LONG));
    assertThat(answers.groups).extracting(List::size).containsExactly(2, 2, 2);
  }

  @Test
  void twoWritesOfOneRecordAreNeverInOneGroup() throws Exception {
    letting(2, claim(FIRST)).claim(claim(FIRST));
    joined.getFirst().get();

    assertThat(answers.groups).isEmpty();
    assertThat(answers.calls).containsExactly("claim", "claim");
  }

  @Test
  void whatComesWhileRequestsEnoughAreUnderWayLeavesWithTheNext() throws Exception {
    Answers slow = new Answers(Answers.when(open, ANSWER));
    List<Thread> lanes = claiming(slow, 4);

    assertThat(slow.calls).containsExactly("claim", "claim");
    assertThat(slow.groups).isEmpty();
    ended(lanes);

    assertThat(slow.groups).extracting(List::size).containsExactly(2);
  }

  @Test
  void manyLanesHaveMoreRequestsUnderWayAndNoGroupIsLargerThanTheStoreTakes() throws Exception {
    Answers slow = new Answers(Answers.when(open, ANSWER));
    List<Thread> lanes = claiming(slow, 3 * Answers.LIMIT);

    assertThat(slow.calls).containsExactly("claim", "claim", "claim");
    ended(lanes);

    assertThat(slow.groups).extracting(List::size).contains(Answers.LIMIT);
    assertThat(slow.groups).extracting(List::size).allMatch(size -> size <= Answers.LIMIT);
  }

  /** So many lanes, one after the other; each waits for an answer. */
  private static List<Thread> claiming(Answers slow, int count) throws InterruptedException {
    IdempotencyStore store = slow.forLanes(count, pause -> {});
    List<Thread> lanes = new ArrayList<>();
    for (int lane = 0; lane < count; lane++) {
      Claim claim = claimOf(lane);
      lanes.add(waiting(() -> claimed(store, claim)));
    }
    return lanes;
  }

  private static void claimed(IdempotencyStore store, Claim claim) {
    try {
      store.claim(claim);
    } catch (IllegalStateException e) {
      // Left out of its group.
    }
  }

  private void ended(List<Thread> lanes) throws InterruptedException {
    open.countDown();
    for (Thread lane : lanes) {
      lane.join();
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 2", "3, 1"})
  void theEndOfAShortHandlerLetsOthersGoFirstAndThatOfOneThatTookItsTimeNobody(
      int millis, int paused) {
    IdempotencyStore store = letting(2);
    store.claim(claim(FIRST));

    answers.now = NOW.plusMillis(millis);
    store.complete(MINE, StoredResult.none(), STAMP);

    assertThat(pauses).hasSize(paused);
  }

  /** The lane that the test runs, and others whose state the test says. */
  private final class KnownLanes implements Platform.Pause {
    final Thread own = Thread.currentThread();
    final IdempotencyStore store;
    Thread.State state = Thread.State.WAITING;
    Duration turn = Duration.ZERO;
    int joinAt = Integer.MAX_VALUE;
    int joining = 1;
    Runnable meanwhile = () -> {};

    KnownLanes() {
      this(new Thread());
    }

    KnownLanes(Thread... others) {
      List<Thread> threads = Stream.concat(Stream.of(own), Stream.of(others)).toList();
      this.store = answers.forLanes(new LaneThreads(threads.size(), threads), this);
    }

    @Override
    public void pause(Duration duration) throws InterruptedException {
      pauses.add(duration);
      answers.now = answers.now.plus(duration).plus(turn);
      meanwhile.run();
      if (pauses.size() == joinAt) {
        for (int lane = 1; lane <= joining; lane++) {
          join(store, claimOf(lane));
        }
        state = Thread.State.WAITING;
      }
    }

    @Override
    public Thread.State stateOf(Thread thread) {
      return thread.equals(own) ? Thread.State.RUNNABLE : state;
    }

    /** Claims, whose answer takes so long, and runs a handler for longer than is short. */
    void run(Duration answer) {
      answerTime = answer;
      store.claim(claim(FIRST));
      pauses.clear();
      answers.now = answers.now.plusMillis(50);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"NEW", "RUNNABLE"})
  void aLaneThatRunsIsWaitedForUntilItJoins(Thread.State state) {
    KnownLanes lanes = new KnownLanes();
    lanes.state = state;
    lanes.joinAt = 5;

    lanes.store.claim(claimOf(0));

    assertThat(answers.groups).extracting(List::size).containsExactly(2);
    // Not once more: each lane waits for an answer now.
    assertThat(pauses).containsExactly(Duration.ZERO, GLANCE, GLANCE, GLANCE, GLANCE);
  }

  @Test
  void aLaneThatWaitsIsNotWaitedForByAClaim() {
    KnownLanes lanes = new KnownLanes();
    lanes.run(Duration.ofMillis(4));

    lanes.store.claim(claimOf(0));

    assertThat(pauses).containsExactly(Duration.ZERO);
  }

  @Test
  void aLaneThatRunsOnIsNotWaitedForLonger() {
    KnownLanes lanes = new KnownLanes();
    lanes.state = Thread.State.RUNNABLE;
    lanes.turn = Duration.ofMillis(1);

    lanes.store.claim(claimOf(0));

    assertThat(pauses).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({"PT0.004S, PT0.001S", "PT2S, PT0.002S"})
  void theEndOfALongHandlerWaitsForAQuarterOfAnAnswersTimeAndForAShortTimeAlone(
      Duration answer, Duration waited) {
    KnownLanes lanes = new KnownLanes();
    lanes.run(answer);

    lanes.store.complete(MINE, StoredResult.none(), STAMP);

    Duration part = waited.dividedBy(4);
    assertThat(pauses).containsExactly(Duration.ZERO, part, part, part, part);
  }

  @Test
  void theEndOfALongHandlerLeavesWithTheLastThatMayJoin() {
    KnownLanes lanes = new KnownLanes();
    lanes.run(Duration.ofMillis(4));
    lanes.joinAt = 3;

    lanes.store.complete(MINE, StoredResult.none(), STAMP);

    assertThat(pauses).containsExactly(Duration.ZERO, MS_4TH, MS_4TH);
  }

  @Test
  void theEndOfALongHandlerLeavesAtOnceWithAFullGroup() {
    KnownLanes lanes = new KnownLanes(new Thread(), new Thread(), new Thread());
    lanes.run(Duration.ofMillis(4));
    lanes.joinAt = 2;
    lanes.joining = Answers.LIMIT - 1;

    lanes.store.complete(MINE, StoredResult.none(), STAMP);

    assertThat(pauses).containsExactly(Duration.ZERO, MS_4TH);
  }

  /** Not when the lane that lets others go first gets its thread back, which may be late. */
  @Test
  void theEndOfALongHandlerTakesAlongTheWriteOfALaneThatLetsOthersGoFirst() {
    KnownLanes lanes = new KnownLanes();
    lanes.turn = Duration.ofMillis(3);
    lanes.run(Duration.ofMillis(16));
    lanes.meanwhile = () -> lanes.store.complete(MINE, StoredResult.none(), STAMP);

    lanes.store.claim(claimOf(0));

    assertThat(answers.groups).extracting(List::size).containsExactly(2);
  }

  @Test
  void aLaneWhoseWriteHasLeftWithAnotherLetsNobodyGoFirst() {
    KnownLanes lanes = new KnownLanes(new Thread(), new Thread());
    lanes.turn = Duration.ofMillis(3);
    lanes.run(Duration.ofMillis(16));
    lanes.turn = Duration.ZERO;
    answerTime = Duration.ZERO;
    lanes.state = Thread.State.RUNNABLE;
    Thread other = new Thread(() -> lanes.store.complete(MINE, StoredResult.none(), STAMP));
    lanes.meanwhile =
        () -> {
          other.start();
          joined(other);
        };

    lanes.store.claim(claimOf(0));

    assertThat(answers.groups).extracting(List::size).containsExactly(2);
    assertThat(pauses).containsExactly(Duration.ZERO);
  }

  /** Where handlers compute, a turn of theirs would delay the record of finished work. */
  @ParameterizedTest
  @CsvSource({"TERMINATED, PT0S", "WAITING, PT0.003S"})
  void theEndOfALongHandlerWaitsForNobodyWhoHasEndedNorOnceATurnWasLong(
      Thread.State state, Duration turn) {
    KnownLanes lanes = new KnownLanes();
    lanes.turn = turn;
    lanes.run(Duration.ofMillis(16));
    lanes.state = state;

    lanes.store.complete(MINE, StoredResult.none(), STAMP);

    assertThat(pauses).isEmpty();
    assertThat(lanes.store.claim(claimOf(0))).as("the next write leaves too").isSameAs(ANSWER);
  }
}
