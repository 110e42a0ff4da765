package dev.effectivelyonce.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.migration.MigratingStore;
import dev.effectivelyonce.core.once.EffectivelyOnce;
import dev.effectivelyonce.core.once.EffectivelyOnceBuilder;
import dev.effectivelyonce.core.once.OnceRequest;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreSettings;
import dev.effectivelyonce.dynamodb.DynamoDbClients;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.dynamodb.LocalDynamoDb;
import dev.effectivelyonce.operations.bench.LocalAws;
import dev.effectivelyonce.operations.bench.Orders;
import dev.effectivelyonce.operations.bench.OtherEngines;
import dev.effectivelyonce.postgres.PostgresStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A consumer moves from DynamoDB to PostgreSQL while its events flow, on both OtherEngines. */
@Tag("full")
class MigrationTest {
  private static final int EVENTS_OF_A_ROUND = 6;
  private static final int MOST_DELIVERIES = 20;

  private final Map<String, Integer> effects = new ConcurrentHashMap<>();

  private final Set<String> undone = ConcurrentHashMap.newKeySet();
  private final List<String> keys = new ArrayList<>();

  @Test
  void eachEventHasOneEffectAndEndsUpInTheNextStore() throws Exception {
    try (ExecutorService processes = Executors.newVirtualThreadPerTaskExecutor()) {
      IdempotencyStore old = new DynamoDbStore(LocalAws.dynamoDb(), LocalDynamoDb.newTable());
      IdempotencyStore next = new PostgresStore(OtherEngines.database("postgres"));
      EffectivelyOnce before = instance(old);
      EffectivelyOnce both = instance(MigratingStore.claimingInBoth(old, next));
      EffectivelyOnce closing = instance(MigratingStore.closingOld(old, next));

      roll(processes, before, both);
      roll(processes, both, both);
      roll(processes, both, closing);
      roll(processes, closing, closing);

      assertThat(undone).isEmpty();
      assertThat(keys).allSatisfy(it -> assertThat(effects).containsEntry(it, 1));
      assertThat(keys).allSatisfy(it -> assertIsADuplicate(closing, it));
      assertThat(keys).allSatisfy(it -> assertIsADuplicate(instance(next), it));
      assertThat(keys)
          .allSatisfy(
              it ->
                  assertThat(next.find(Orders.id(it)).map(IdempotencyRecord::status))
                      .contains(Status.COMPLETED));
    }
  }

  static EffectivelyOnceBuilder inBoth(
      EffectivelyOnceBuilder consumer, StoreSettings settings, DataSource pool) {
    return consumer.store(
        MigratingStore.claimingInBoth(
            DynamoDbStore.of(DynamoDbClients.forLambda(), settings), new PostgresStore(pool)));
  }

  /**
   * Two instances get the same events. An attempt of the first began before, and goes on until all
   * other events are done.
   */
  private void roll(ExecutorService processes, EffectivelyOnce first, EffectivelyOnce second)
      throws InterruptedException, ExecutionException {
    String running = published("running");
    CountDownLatch hasBegun = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    Future<Outcome> attempt =
        processes.submit(
            () ->
                first.run(
                    BusinessKey.of(running),
                    OnceRequest.within(Duration.ofMinutes(5)),
                    it -> {
                      hasBegun.countDown();
                      mayEnd.await();
                      return done(running);
                    }));
    hasBegun.await();
    for (int i = 0; i < EVENTS_OF_A_ROUND; i++) {
      published("order");
    }

    deliver(processes, first, second, Set.of(running));
    mayEnd.countDown();
    assertThat(attempt.get().isDone()).isTrue();
    deliver(processes, first, second, Set.of());
  }

  private String published(String prefix) {
    String key = prefix + "-" + keys.size();
    keys.add(key);
    undone.add(key);
    return key;
  }

  /** Delivers until no events are left but these. */
  private void deliver(
      ExecutorService processes, EffectivelyOnce first, EffectivelyOnce second, Set<String> left)
      throws InterruptedException, ExecutionException {
    for (int i = 0; i < MOST_DELIVERIES && !undone.equals(left); i++) {
      List<String> batch = List.copyOf(undone);
      Future<?> one = processes.submit(() -> batch.forEach(it -> deliver(first, it)));
      Future<?> other = processes.submit(() -> batch.forEach(it -> deliver(second, it)));
      one.get();
      other.get();
    }
    assertThat(undone).isEqualTo(left);
  }

  private void deliver(EffectivelyOnce instance, String key) {
    if (run(instance, key).isDone()) {
      undone.remove(key);
    }
  }

  private Outcome run(EffectivelyOnce instance, String key) {
    return instance.run(
        BusinessKey.of(key), OnceRequest.within(Duration.ofMinutes(5)), it -> effect(key, it));
  }

  /** Every second event is not ready at its first attempt. */
  private HandlerResult effect(String key, Attempt attempt) {
    return attempt.number() == 1 && keys.indexOf(key) % 2 == 0
        ? HandlerResult.retry("Not ready")
        : done(key);
  }

  private HandlerResult done(String key) {
    effects.merge(key, 1, Integer::sum);
    return HandlerResult.completed(key);
  }

  private void assertIsADuplicate(EffectivelyOnce instance, String key) {
    assertThat(run(instance, key)).as(key).isInstanceOf(Outcome.Duplicate.class);
  }

  private static EffectivelyOnce instance(IdempotencyStore store) {
    return EffectivelyOnce.of("orders")
        .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
        .store(store)
        .retention(Duration.ofDays(19))
        .build();
  }
}
