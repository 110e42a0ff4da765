package dev.effectivelyonce.powertools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.lambda.powertools.idempotency.Idempotency;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyAlreadyInProgressException;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyInconsistentStateException;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyPersistenceLayerException;
import software.amazon.lambda.powertools.idempotency.persistence.BasePersistenceStore;

/** While a table moves from Powertools' store to this one, each reads what the other wrote. */
class SharedTableTest {
  private static final OptionalInt TEN_SECONDS = OptionalInt.of(10_000);

  private final AtomicInteger runs = new AtomicInteger();
  private final Callable<String> effect = () -> "run " + runs.incrementAndGet();
  private final Bench bench = Bench.plain();
  private String table = "";

  @BeforeEach
  void createTable() {
    table = LocalTable.create();
  }

  private Shop before() {
    return configured(LocalTable.powertools(table));
  }

  private Shop after() {
    return configured(bench.builder(new DynamoDbStore(LocalTable.client(), table)).build());
  }

  private Shop configured(BasePersistenceStore store) {
    Idempotency.config().withPersistenceStore(store).withConfig(Bench.config()).configure();
    return bench.shop;
  }

  /** A call of an old version that has just begun. */
  private void beginBefore(OptionalInt remainingMillis) {
    BasePersistenceStore old = LocalTable.powertools(table);
    old.configure(Bench.config(), "place");
    old.saveInProgress(TextNode.valueOf("o-1"), bench.clock.instant(), remainingMillis);
  }

  @Test
  void whatWasDoneBeforeIsADuplicateAfterwards() throws Exception {
    before().place("o-1", effect);

    assertThat(after().place("o-1", effect)).isEqualTo("run 1");
    assertThat(runs).hasValue(1);
  }

  @Test
  void whatIsDoneAfterwardsIsADuplicateToAnOldVersion() throws Exception {
    after().place("o-1", effect);

    assertThat(before().place("o-1", effect)).isEqualTo("run 1");
    assertThat(runs).hasValue(1);
  }

  @Test
  void whatRunsInAnOldVersionIsInProgress() {
    beginBefore(TEN_SECONDS);

    assertThatThrownBy(() -> after().place("o-1", effect))
        .isInstanceOf(IdempotencyAlreadyInProgressException.class);
  }

  @Test
  void whatRunsHereIsInProgressToAnOldVersion() throws Exception {
    after()
        .place(
            "o-1",
            () -> {
              assertThatThrownBy(() -> before().place("o-1", effect))
                  .isInstanceOf(IdempotencyAlreadyInProgressException.class);
              return "first";
            });
    assertThat(runs).hasValue(0);
  }

  @Test
  void whatAnOldVersionLeftIsTakenOverWhenItsTimeIsUp() throws Exception {
    beginBefore(TEN_SECONDS);
    bench.clock.advance(Duration.ofSeconds(10));

    assertThat(after().place("o-1", effect)).isEqualTo("run 1");
    assertThat(LocalTable.text(table, "attempt")).isEqualTo("2");
  }

  @Test
  void whatAnOldVersionBeganWithoutAContextIsInProgressUntilItExpires() throws Exception {
    beginBefore(OptionalInt.empty());
    bench.clock.advance(Bench.EXPIRATION.minusSeconds(60));
    assertThatThrownBy(() -> after().place("o-1", effect))
        .isInstanceOf(IdempotencyAlreadyInProgressException.class);

    bench.clock.advance(Duration.ofSeconds(61));

    assertThat(after().place("o-1", effect)).isEqualTo("run 1");
  }

  @Test
  void whatWasLeftHereBlocksAnOldVersionUntilItExpires() throws Exception {
    assertThatThrownBy(() -> after().place("o-1", Bench.failing(new IllegalStateException())));

    assertThatThrownBy(() -> before().place("o-1", effect))
        .isInstanceOf(IdempotencyPersistenceLayerException.class);

    Instant past = bench.clock.instant().minusSeconds(60);
    LocalTable.change(
        table, "expiration", AttributeValue.fromN(Long.toString(past.getEpochSecond())));
    assertThat(before().place("o-1", effect)).isEqualTo("run 1");
  }

  @Test
  void powertoolsOwnStoreWaitsForTheExpirationOfACallThatDied() {
    beginBefore(TEN_SECONDS);
    Instant past = bench.clock.instant().minusSeconds(60);
    LocalTable.change(
        table, "in_progress_expiration", AttributeValue.fromN(Long.toString(past.toEpochMilli())));

    assertThatThrownBy(() -> before().place("o-1", effect))
        .isInstanceOf(IdempotencyInconsistentStateException.class);
  }
}
