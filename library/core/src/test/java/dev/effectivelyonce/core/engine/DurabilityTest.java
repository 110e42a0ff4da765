package dev.effectivelyonce.core.engine;

import static dev.effectivelyonce.core.Refusals.assertMistake;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurabilityTest {
  /** A store with groups and without transactions, of which no write is asked here. */
  private record Promising(Durability durability) implements IdempotencyStore, GroupWriter {
    @Override
    public WriteResult write(Write write) {
      return new WriteResult.Refused(Optional.empty());
    }

    @Override
    public Optional<IdempotencyRecord> find(RecordId id) {
      return Optional.empty();
    }

    @Override
    public Optional<GroupWriter> groups() {
      return Optional.of(this);
    }

    @Override
    public int limit() {
      return 2;
    }

    @Override
    public int maxConcurrentRequests() {
      return 2;
    }

    @Override
    public void write(List<Write.Groupable> writes, Answers answers) {}
  }

  private static EngineContext context(AbandonedClaimPolicy policy, IdempotencyStore store) {
    return new EngineContext(
        ConsumerSettings.of(new ConsumerName("orders"), policy, Duration.ofDays(19)),
        store,
        Platform.system(),
        String::valueOf,
        transition -> {});
  }

  @Test
  void holdingOverAStoreThatMayForgetIsRefusedWithTheRemedy() {
    assertMistake(
        () -> context(AbandonedClaimPolicy.HOLD, new Promising(Durability.ASYNC)),
        "orders",
        "may forget them at a failover",
        "SYNC");
  }

  @ParameterizedTest
  @CsvSource({"RERUN, ASYNC", "RERUN, SYNC", "HOLD, SYNC"})
  void everyOtherPairIsTaken(AbandonedClaimPolicy policy, Durability durability) {
    assertThatCode(() -> context(policy, new Promising(durability))).doesNotThrowAnyException();
  }

  @Test
  void aStoreThatSaysNothingKeepsWhatItAnswered() {
    IdempotencyStore silent =
        new IdempotencyStore() {
          @Override
          public WriteResult write(Write write) {
            return new WriteResult.Refused(Optional.empty());
          }

          @Override
          public Optional<IdempotencyRecord> find(RecordId id) {
            return Optional.empty();
          }
        };

    assertThat(silent.durability()).isEqualTo(Durability.SYNC);
  }

  @Test
  void theLanesOfABatchHaveTheStoresDurability() {
    EngineContext context = context(AbandonedClaimPolicy.RERUN, new Promising(Durability.ASYNC));

    assertThat(context.forLanes(LaneThreads.unknown(2), Instant.EPOCH).store())
        .isInstanceOf(BatchingStore.class)
        .extracting(IdempotencyStore::durability)
        .isEqualTo(Durability.ASYNC);
  }

  @Test
  void aSingleShotIsRefusedWhereTheStoreHasNoTransactions() {
    EngineContext context = context(AbandonedClaimPolicy.RERUN, new Promising(Durability.SYNC));

    assertMistake(
        () -> DeliveryEngine.of(context, ConsumerMode.ENFORCE, ClaimMode.SINGLE_SHOT),
        "orders",
        "no transactions");
    assertThatCode(() -> DeliveryEngine.of(context, ConsumerMode.ENFORCE, ClaimMode.CLAIM_FIRST))
        .doesNotThrowAnyException();
  }
}
