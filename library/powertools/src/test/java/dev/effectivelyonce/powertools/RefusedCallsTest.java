package dev.effectivelyonce.powertools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.testkit.ForwardingStore;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What is refused, and what a caller is told of it. */
class RefusedCallsTest {
  private final Bench bench = Bench.plain();

  private WriteTimestamp stamp() {
    return WriteTimestamp.of(bench.clock.instant(), Bench.EXPIRATION);
  }

  private IdempotencyRecord claimed() {
    bench
        .place()
        .saveInProgress(TextNode.valueOf("o-1"), bench.clock.instant(), OptionalInt.empty());
    return bench.record();
  }

  @Test
  void withoutPayloadValidationARecordHasNoFingerprint() {
    assertThat(claimed().fingerprint()).isEmpty();
  }

  @Test
  void whatFailedForGoodIsToldWithItsReason() {
    bench.memory.fail(claimed(), new ErrorSummary("no such account"), stamp());

    assertThatThrownBy(
            () -> bench.place().getRecord(TextNode.valueOf("o-1"), bench.clock.instant()))
        .isInstanceOf(AttemptRefusedException.class)
        .hasMessageContaining("failed for good before: no such account");
  }

  @Test
  void aResultThatAnOperatorErasedIsToldAsSuch() {
    bench.memory.complete(claimed(), new StoredResult.Text("done"), stamp());
    bench.memory.erase(bench.record(), bench.clock.instant());

    assertThatThrownBy(
            () -> bench.place().getRecord(TextNode.valueOf("o-1"), bench.clock.instant()))
        .isInstanceOf(AttemptRefusedException.class)
        .hasMessageContaining("An operator erased it");
  }

  @Test
  void aKeyAloneTellsNoAttempt() {
    assertThatThrownBy(() -> bench.place().getRecord("key"))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("by its key only");
  }

  @Test
  void anExceptionOfACallThatThisThreadHasNotBegunTellsSo() {
    IllegalStateException thrown = new IllegalStateException("its own");

    bench.place().deleteRecord(TextNode.valueOf("o-1"), thrown);

    assertThat(thrown.getSuppressed())
        .singleElement()
        .matches(it -> it.toString().contains("on a thread that has not begun it"));
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
