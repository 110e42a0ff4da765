package dev.effectivelyonce.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.DeliveryEngine;
import dev.effectivelyonce.core.engine.LanesAtWork;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitGroups;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.testkit.ForwardingStore;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the lanes of a batch commit at the same moment, and may not be in one transaction. */
@Timeout(30)
class SingleShotLanesTest {
  private static final int LIMIT = 3;

  private final Bench bench = new Bench(AbandonedClaimPolicy.RERUN);
  private final AtomicInteger effects = new AtomicInteger();
  private final List<Integer> groups = new CopyOnWriteArrayList<>();
  private final AtomicInteger alone = new AtomicInteger();
  private final List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();

  @Test
  void aGroupIsNoLargerThanTheTransactionTakes() {
    deliver("o-1", "o-2", "o-3", "o-4");

    assertThat(groups).containsExactly(LIMIT);
    assertThat(alone).hasValue(1);
    assertThat(outcomes)
        .extracting(CompletableFuture::join)
        .hasSize(4)
        .containsOnly(new Outcome.Executed(StoredResult.none(), 1));
    assertThat(effects).hasValue(4);
  }

  @Test
  void twoOfOneKeyAreNeverInOneTransaction() {
    deliver("o-1", "o-1");

    assertThat(groups).isEmpty();
    assertThat(outcomes)
        .extracting(CompletableFuture::join)
        .containsExactlyInAnyOrder(
            new Outcome.Executed(StoredResult.none(), 1),
            new Outcome.Duplicate(StoredResult.none()));
    assertThat(effects).hasValue(1);
  }

  /** Each on a lane of its own, one after the other when the one before waits. */
  private void deliver(String... keys) {
    LanesAtWork lanes = new LanesAtWork(keys.length, 64);
    Request request = bench.request();
    DeliveryEngine engine =
        bench.singleShot(counting(bench.memory)).gathering(lanes, request.deadline());
    for (String key : keys) {
      CompletableFuture<Outcome> outcome = new CompletableFuture<>();
      outcomes.add(outcome);
      waiting(
          () -> {
            try {
              outcome.complete(engine.execute(of(key, request), attempt -> paid()));
            } catch (Throwable thrown) {
              outcome.completeExceptionally(thrown);
            } finally {
              lanes.ended();
            }
          });
    }
    CompletableFuture.allOf(outcomes.toArray(CompletableFuture[]::new)).join();
  }

  private static Request of(String key, Request like) {
    return new Request(
        BusinessKey.of(key), Optional.empty(), like.stopAt(), like.deadline(), like.leaseUntil());
  }

  private HandlerResult paid() {
    return HandlerResult.commit(InMemoryEffects.of(effects::incrementAndGet));
  }

  /** Starts it, and returns when it waits or has ended. */
  private static void waiting(Runnable lane) {
    Thread thread = new Thread(lane);
    thread.setDaemon(true);
    thread.start();
    while (thread.isAlive() && thread.getState() != Thread.State.WAITING) {
      LockSupport.parkNanos(10_000);
    }
  }

  private IdempotencyStore counting(IdempotencyStore store) {
    return new ForwardingStore(store) {
      @Override
      public Optional<GroupWriter> groups() {
        return store.groups();
      }

      @Override
      public Optional<Transactions> transactions() {
        return store.transactions().map(it -> new Counting(it));
      }
    };
  }

  /** Counts what goes through, and takes few at once. */
  private final class Counting implements Transactions, CommitGroups {
    private final Transactions transactions;

    Counting(Transactions transactions) {
      this.transactions = transactions;
    }

    @Override
    public CommitResult commit(Commit commit) {
      alone.incrementAndGet();
      return transactions.commit(commit);
    }

    @Override
    public Optional<CommitGroups> groups() {
      return Optional.of(this);
    }

    @Override
    public int limit() {
      return LIMIT;
    }

    @Override
    public void commit(List<Commit.AtOnce> commits, Answers answers) {
      groups.add(commits.size());
      transactions.groups().orElseThrow().commit(commits, answers);
    }
  }
}
