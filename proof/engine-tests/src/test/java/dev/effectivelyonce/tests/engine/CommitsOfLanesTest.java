package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.DeliveryEngine;
import dev.effectivelyonce.core.engine.LaneThreads;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitGroups;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the lanes of a batch commit at the same moment goes together, and each has its outcome. */
class CommitsOfLanesTest {
  private static final Outcome EXECUTED = new Outcome.Executed(StoredResult.none(), 1);
  private static final Outcome FAILED = new Outcome.Failed(new ErrorSummary("no account"), 1);

  private final Bench bench = new Bench(RERUN);
  private final AtomicInteger effects = new AtomicInteger();

  private HandlerResult pay(Attempt attempt) {
    return HandlerResult.commit(InMemoryEffects.of(effects::incrementAndGet));
  }

  /** The first lane fails, the others pay. */
  private HandlerResult payUnlessFirst(Attempt attempt) {
    return attempt.key().equals(keyOf(0)) ? HandlerResult.fail("no account") : pay(attempt);
  }

  @Test
  void commitsOfAllLanesAreOne() {
    SeenCommits commits = new SeenCommits(bench.memory);

    assertThat(outcomes(bench.singleShot(commits.store()), 3, this::pay))
        .containsExactly(EXECUTED, EXECUTED, EXECUTED);

    assertThat(commits.together).extracting(List::size).containsExactly(3);
    assertThat(commits.alone).isEmpty();
    assertThat(effects).hasValue(3);
  }

  @Test
  void aGroupIsNoLargerThanATransaction() {
    SeenCommits commits =
        new SeenCommits(bench.memory) {
          @Override
          public int limit() {
            return 2;
          }
        };

    assertThat(outcomes(bench.singleShot(commits.store()), 3, this::pay))
        .containsExactly(EXECUTED, EXECUTED, EXECUTED);

    assertThat(commits.together).extracting(List::size).containsExactly(2);
    assertThat(commits.alone).hasSize(1);
    assertThat(effects).hasValue(3);
  }

  @Test
  void aDuplicateAmongThemIsOne() {
    SeenCommits commits = new SeenCommits(bench.memory);
    bench.singleShot(bench.store).execute(request(1), this::pay);

    assertThat(outcomes(bench.singleShot(commits.store()), 2, this::pay))
        .containsExactly(EXECUTED, bench.duplicate(StoredResult.none()));

    assertThat(commits.together).extracting(List::size).containsExactly(2);
    assertThat(effects).hasValue(2);
  }

  @Test
  void whatGoesToTheClaimingEngineMeanwhileIsNoneOfThem() {
    SeenCommits commits = new SeenCommits(bench.memory);

    assertThat(outcomes(bench.singleShot(commits.store()), 3, this::payUnlessFirst))
        .containsExactly(FAILED, EXECUTED, EXECUTED);

    assertThat(commits.together).extracting(List::size).containsExactly(2);
    assertThat(effects).hasValue(2);
  }

  @Test
  void whatTheGroupCanNotTellIsCommittedAlone() {
    SeenCommits commits =
        new SeenCommits(bench.memory) {
          @Override
          public void commit(List<Commit.AtOnce> group, Answers answers) {
            answers.answer(0, Optional.empty());
            answers.answer(1, Optional.empty());
          }
        };

    assertThat(outcomes(bench.singleShot(commits.store()), 2, this::pay))
        .containsExactly(EXECUTED, EXECUTED);

    assertThat(commits.alone).hasSize(2);
    assertThat(effects).hasValue(2);
  }

  @Test
  void aStoreWithoutGroupsOfCommitsTakesThemOneByOneAndNobodyWaitsForThem() {
    CompletableFuture<Attempt> claimed = new CompletableFuture<>();
    SeenCommits commits =
        new SeenCommits(bench.memory) {
          @Override
          public Optional<CommitGroups> commitGroups() {
            return Optional.empty();
          }

          @Override
          public CommitResult commit(Commit commit) {
            claimed.join();
            return super.commit(commit);
          }
        };
    Handler handler =
        attempt -> {
          if (bench.memory.find(attempt.id()).isPresent()) {
            claimed.complete(attempt);
          }
          return payUnlessFirst(attempt);
        };

    assertThat(outcomes(bench.singleShot(commits.store()), 2, handler))
        .containsExactly(FAILED, EXECUTED);

    assertThat(commits.alone).hasSize(1);
    assertThat(effects).hasValue(1);
  }

  @Test
  void thoseOfClaimsGoAlone() {
    SeenCommits commits = new SeenCommits(bench.memory);

    assertThat(outcomes(bench.engine(commits.store()), 2, this::pay))
        .containsExactly(EXECUTED, EXECUTED);

    assertThat(commits.together).isEmpty();
    assertThat(commits.alone).hasSize(2).allMatch(Commit.Completing.class::isInstance);
    assertThat(effects).hasValue(2);
  }

  @Test
  void thoseThatTakeOverCarryTheirEffectsOut() {
    Outcome executed = new Outcome.Executed(StoredResult.none(), 2);
    Handler later = attempt -> attempt.isFirst() ? HandlerResult.retry("not yet") : pay(attempt);
    SeenCommits commits = new SeenCommits(bench.memory);
    DeliveryEngine engine = bench.engine(commits.store());
    outcomes(engine, 2, later);
    assertThat(effects).hasValue(0);

    assertThat(outcomes(engine, 2, later)).containsExactly(executed, executed);

    assertThat(effects).hasValue(2);
    assertThat(commits.alone).hasSize(2);
    assertThat(bench.memory.records().values())
        .allMatch(record -> record.status() == Status.COMPLETED && record.attempt() == 2);
  }

  @Test
  void aStoreThatWritesNothingTogetherHasLanesThatAreOnTheirOwn() {
    assertThat(outcomes(bench.singleShot(bench.store), 2, this::pay))
        .containsExactly(EXECUTED, EXECUTED);

    assertThat(effects).hasValue(2);
  }

  /**
   * The outcomes of one delivery for each lane. Whenever a lane lets others go first, the next one
   * runs until it waits or has ended.
   */
  private List<Outcome> outcomes(DeliveryEngine engine, int count, Handler handler) {
    DeliveryEngine together =
        engine.forLanes(LaneThreads.unknown(count), bench.request().deadline());
    List<FutureTask<Outcome>> lanes =
        IntStream.range(0, count)
            .mapToObj(lane -> new FutureTask<>(() -> together.execute(request(lane), handler)))
            .toList();
    Queue<FutureTask<Outcome>> ready = new ConcurrentLinkedQueue<>(lanes);
    bench.meanwhile =
        () -> Optional.ofNullable(ready.poll()).ifPresent(CommitsOfLanesTest::untilItWaits);
    while (!ready.isEmpty()) {
      untilItWaits(ready.remove());
    }
    return lanes.stream().map(CommitsOfLanesTest::outcome).toList();
  }

  private static void untilItWaits(Runnable lane) {
    Thread thread = Thread.ofPlatform().daemon().start(lane);
    while (thread.isAlive() && thread.getState() != Thread.State.WAITING) {
      LockSupport.parkNanos(10_000);
    }
  }

  private static Outcome outcome(FutureTask<Outcome> lane) {
    try {
      return lane.get();
    } catch (InterruptedException | ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  private Request request(int lane) {
    Request like = bench.request();
    return new Request(keyOf(lane), like.stopAt(), like.deadline(), like.leaseUntil());
  }

  private static BusinessKey keyOf(int lane) {
    return BusinessKey.of("o-" + lane);
  }
}
