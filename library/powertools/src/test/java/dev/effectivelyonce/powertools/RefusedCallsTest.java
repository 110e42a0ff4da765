package dev.effectivelyonce.powertools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.testkit.ForwardingStore;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;

/** What is refused, and what a caller is told of it. */
class RefusedCallsTest {
  private final Bench bench = Bench.plain();

  private FencedPersistenceStore store() {
    FencedPersistenceStore store = bench.builder(bench.memory).build();
    store.configure(
        IdempotencyConfig.builder().withExpiration(Bench.EXPIRATION).build(), "function");
    return store;
  }

  private Stamp stamp() {
    return Stamp.of(bench.clock.instant(), Bench.EXPIRATION);
  }

  private IdempotencyRecord claimed() {
    store().saveInProgress(TextNode.valueOf("o-1"), bench.clock.instant(), OptionalInt.empty());
    return bench.record();
  }

  @Test
  void withoutPayloadValidationARecordHasNoFingerprint() {
    assertThat(claimed().fingerprint()).isEmpty();
  }

  @Test
  void whatFailedForGoodIsToldWithItsReason() {
    bench.memory.fail(claimed(), new ErrorSummary("no such account"), stamp());

    assertThatThrownBy(() -> store().getRecord(TextNode.valueOf("o-1"), bench.clock.instant()))
        .isInstanceOf(AttemptRefusedException.class)
        .hasMessageContaining("failed for good before: no such account");
  }

  @Test
  void aResultThatAnOperatorErasedIsToldAsSuch() {
    bench.memory.complete(claimed(), new StoredResult.Text("done"), stamp());
    bench.memory.erase(bench.record(), bench.clock.instant());

    assertThatThrownBy(() -> store().getRecord(TextNode.valueOf("o-1"), bench.clock.instant()))
        .isInstanceOf(AttemptRefusedException.class)
        .hasMessageContaining("An operator erased it");
  }

  @Test
  void aKeyAloneTellsNoAttempt() {
    assertThatThrownBy(() -> store().getRecord("key"))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("by its key alone");
  }

  @Test
  void anExceptionOfACallThatThisThreadHasNotBegunTellsSo() {
    IllegalStateException thrown = new IllegalStateException("its own");

    store().deleteRecord(TextNode.valueOf("o-1"), thrown);

    assertThat(thrown.getSuppressed())
        .singleElement()
        .matches(it -> it.toString().contains("on a thread that has not begun it"));
  }

  @Test
  void marginAndLeaseReachUpToTheirLongest() {
    Duration margin = Duration.ofMinutes(15);
    Duration lease = Duration.ofMinutes(30);

    bench.builder(bench.memory).leaseMargin(margin).leaseWithoutContext(lease).build();
    assertThatThrownBy(() -> bench.builder(bench.memory).leaseMargin(margin.plusMillis(1)).build())
        .isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(
            () -> bench.builder(bench.memory).leaseWithoutContext(lease.plusMillis(1)).build())
        .isInstanceOf(ConfigurationException.class);
  }

  @Test
  void holdingOverAStoreThatMayForgetIsRefusedBeforeAnyCall() {
    IdempotencyStore forgetting =
        new ForwardingStore(bench.memory) {
          @Override
          public Durability durability() {
            return Durability.ASYNC;
          }
        };

    assertThat(bench.builder(forgetting).build()).isNotNull();
    assertThatThrownBy(
            () -> bench.builder(forgetting).onAbandonedClaim(AbandonedClaimPolicy.HOLD).build())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("may forget them at a failover");
  }
}
