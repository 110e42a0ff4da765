package dev.effectivelyonce.powertools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.lambda.powertools.idempotency.Idempotency;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyAlreadyInProgressException;

/** Whose end is whose, where annotated methods nest or run at once. */
class NestedAndParallelTest {
  private final Bench bench = Bench.plain();
  private final AtomicInteger runs = new AtomicInteger();

  @Test
  void aCallWithinACallHasItsOwnRecordAndLeavesTheOuterOnesAlone() throws Exception {
    String result =
        bench.shop.place("o-1", () -> "placed, " + bench.shop.bill("o-1", () -> "billed"));

    assertThat(result).isEqualTo("placed, billed");
    assertThat(bench.statuses())
        .containsExactlyInAnyOrder("testFunction.place COMPLETED", "testFunction.bill COMPLETED");
    assertThat(bench.shop.place("o-1", () -> "again")).isEqualTo("placed, billed");
    assertThat(bench.shop.bill("o-1", () -> "again")).isEqualTo("billed");
  }

  @Test
  void powertoolsOwnStoreEndsTheOuterCallUnderTheInnerOnesKey() throws Exception {
    String table = LocalTable.create();
    Idempotency.config().withPersistenceStore(LocalTable.powertools(table)).configure();

    bench.shop.place("o-1", () -> "placed, " + bench.shop.bill("o-1", () -> "billed"));

    assertThat(LocalTable.client().scan(scan -> scan.tableName(table)).items())
        .extracting(
            item ->
                LocalTable.text(item, "id").split("#", 2)[0]
                    + " "
                    + LocalTable.text(item, "status"))
        .containsExactlyInAnyOrder("testFunction.place INPROGRESS", "testFunction.bill COMPLETED");
    assertThat(bench.shop.bill("o-1", () -> "again")).isEqualTo("placed, billed");
  }

  @Test
  void aCallWithinACallMayFailAndTheOuterOneComplete() throws Exception {
    String result =
        bench.shop.place(
            "o-1",
            () -> {
              assertThatThrownBy(
                  () -> bench.shop.bill("o-1", Bench.failing(new IllegalStateException())));
              return "placed";
            });

    assertThat(result).isEqualTo("placed");
    assertThat(bench.statuses())
        .containsExactlyInAnyOrder("testFunction.place COMPLETED", "testFunction.bill RETRYABLE");
  }

  @Test
  void aDuplicateWithinACallLeavesTheOuterOneItsOwnRecord() throws Exception {
    bench.shop.bill("o-1", () -> "billed before");

    assertThat(bench.shop.place("o-1", () -> bench.shop.bill("o-1", () -> "again")))
        .isEqualTo("billed before");
    assertThat(bench.shop.place("o-1", () -> "again")).isEqualTo("billed before");
  }

  @Test
  void aCallWithinItselfIsInProgress() throws Exception {
    bench.shop.place(
        "o-1",
        () -> {
          assertThatThrownBy(() -> bench.shop.place("o-1", () -> "inner"))
              .isInstanceOf(IdempotencyAlreadyInProgressException.class);
          return "outer";
        });

    assertThat(bench.shop.place("o-1", () -> "again")).isEqualTo("outer");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pool", "virtual"})
  void manyCallsAtOnceRunEachKeyOnceAndEndEachTheirOwnRecord(String kind) throws Exception {
    try (ExecutorService threads =
        kind.equals("pool")
            ? Executors.newFixedThreadPool(16)
            : Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<String>> calls = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        String key = "o-" + i;
        calls.add(() -> bench.shop.place(key, () -> bench.shop.bill(key, () -> effect(key))));
        calls.add(() -> bench.shop.bill("b-" + key, () -> effect(key)));
      }
      List<Future<String>> results = threads.invokeAll(calls);

      for (int i = 0; i < 400; i++) {
        assertThat(results.get(i).get()).isEqualTo("effect of o-" + i / 2);
      }
    }
    assertThat(runs).hasValue(400);
    assertThat(bench.statuses()).hasSize(600).allMatch(it -> it.endsWith(" COMPLETED"));
  }

  private String effect(String key) {
    runs.incrementAndGet();
    return "effect of " + key;
  }
}
