package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Batches.assertTold;
import static dev.effectivelyonce.tests.sqs.Bench.standard;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.migration.MigratingStore;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import dev.effectivelyonce.tests.engine.Groups;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a consumer knows again by default, and what it asks its store about. */
class CompletedCacheTest {
  private final Bench bench = new Bench();

  @Test
  void eachBatchEndsAsTold() {
    assertTold(
        """
        # a message that comes again is done without a request
        {A} down {A} calls?:CLAIM hits? -> done done CLAIM*1 hits 1 | COMPLETED A ran A
        # a copy under another id is asked about once
        {A} {A#b} calls?:CLAIM {A#b} {A} calls?:CLAIM
          -> done done CLAIM*2 done done CLAIM*2 | COMPLETED A ran A
        # what is sent after an operator forgot runs whoever sends it
        {A} forget:A {A#b} -> done done | COMPLETED A ran A,A
        # a message from before an operator forgot runs when the cache has forgotten it
        {A} forget:A freeze:5m left:30s {A} -> done done | COMPLETED A ran A,A
        # what ran anew is no longer the message that came before
        {A} forget:A on:A:retries {A#b} on:A:completes {A}
          -> done failed b+1s done | COMPLETED A ran A,A,A
        # what failed is asked about each time
        on:A:retries {A} {A} hits? -> failed a+1s failed a+1s hits 0 | RETRYABLE A ran A,A
        # a single shot that comes again commits nothing
        single on:A:commits {A} {A} calls?:COMMIT -> done done COMMIT*1 | COMPLETED A ran A,A
        # without a cache each delivery is asked about
        cache:0 {A} {A} calls?:CLAIM -> done done CLAIM*2 | COMPLETED A ran A
        # the bounds are a setting
        cache:2 {A} {B} {C} {C} {B} {A} calls?:CLAIM
          -> done done done done done done CLAIM*4 | COMPLETED A,B,C ran A,B,C
        # a consumer that observes remembers nothing
        observing {A} {A} hits? -> done done hits 0 | COMPLETED A ran A,A
        """);
  }

  @Test
  void aWholeBatchThatComesAgainSendsNoGroup() {
    Groups groups = new Groups(bench.memory);
    SqsConsumer<Order> grouping = bench.consumer().store(groups).build();
    assertThat(bench.failed(grouping, orders())).isEmpty();
    int before = groups.sizes.size();

    assertThat(bench.failed(grouping, orders())).isEmpty();

    assertThat(groups.sizes).hasSize(before);
    assertThat(bench.ran()).hasSize(10);
  }

  @Test
  void aMigrationIsAskedEachTime() {
    SqsConsumer<Order> migrating =
        bench.consumer().store(MigratingStore.closingOld(new InMemoryStore(), bench.store)).build();
    bench.failed(migrating, standard("m-1", "order"));

    bench.failed(migrating, standard("m-1", "order"));

    assertThat(claims()).isEqualTo(2);
    assertThat(bench.ran()).containsExactly("order");
  }

  private int claims() {
    return bench.store.calls(Verb.CLAIM);
  }

  private static SqsRecord[] orders() {
    return IntStream.range(0, 10)
        .mapToObj(i -> standard("m-" + i, "order-" + i))
        .toArray(SqsRecord[]::new);
  }
}
