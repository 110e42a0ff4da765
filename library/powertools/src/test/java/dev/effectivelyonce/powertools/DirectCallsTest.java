package dev.effectivelyonce.powertools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyKeyException;
import software.amazon.lambda.powertools.idempotency.persistence.BasePersistenceStore;
import software.amazon.lambda.powertools.idempotency.persistence.DataRecord;

/** The store as Powertools' aspect calls it, without the aspect: whose end is whose. */
class DirectCallsTest {
  private final Bench bench = new Bench();

  @Test
  void aCallThatWasCutOffDoesNotEndInThePlaceOfTheNext() {
    BasePersistenceStore store = bench.place();
    JsonNode outer = TextNode.valueOf("o-1");
    JsonNode cutOff = TextNode.valueOf("o-2");
    store.saveInProgress(outer, bench.clock.instant(), OptionalInt.empty());
    store.saveInProgress(cutOff, bench.clock.instant(), OptionalInt.empty());

    store.saveSuccess(outer, "of the outer one", bench.clock.instant());

    store.configure(Bench.config(), "place");
    assertThat(store.getRecord(outer, bench.clock.instant()).getResponseData())
        .isEqualTo("of the outer one");
    assertThat(store.getRecord(cutOff, bench.clock.instant()).getStatus())
        .isEqualTo(DataRecord.Status.INPROGRESS);
    assertThatThrownBy(() -> store.saveSuccess(cutOff, "late", bench.clock.instant()))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void theEndOfACallThatNeverBeganEndsNoOther() {
    BasePersistenceStore store = bench.place();
    JsonNode open = TextNode.valueOf("o-1");
    JsonNode equal = TextNode.valueOf("o-1");
    store.saveInProgress(open, bench.clock.instant(), OptionalInt.empty());

    assertThatThrownBy(() -> store.saveSuccess(equal, "other", bench.clock.instant()))
        .isInstanceOf(IllegalStateException.class);
    store.saveSuccess(open, "own", bench.clock.instant());

    assertThat(bench.record().result()).isEqualTo(new StoredResult.Text("own"));
  }

  @Test
  void callsWhosePayloadsAreOneObjectEndInnermostFirst() {
    JsonNode shared = IntNode.valueOf(1);
    BasePersistenceStore store = bench.place();
    store.saveInProgress(shared, bench.clock.instant(), OptionalInt.empty());
    store.configure(Bench.config(), "bill");
    store.saveInProgress(shared, bench.clock.instant(), OptionalInt.empty());

    store.saveSuccess(shared, "inner", bench.clock.instant());
    store.deleteRecord(shared, new IllegalStateException());

    assertThat(bench.statuses())
        .containsExactlyInAnyOrder("testFunction.place RETRYABLE", "testFunction.bill COMPLETED");
  }

  @Test
  void aCallThatEndsOnAnotherThreadIsRefusedRatherThanGuessed() throws Exception {
    BasePersistenceStore store = bench.place();
    JsonNode payload = TextNode.valueOf("o-1");
    store.saveInProgress(payload, bench.clock.instant(), OptionalInt.empty());

    Bench.elsewhere(
        () -> {
          assertThatThrownBy(() -> store.saveSuccess(payload, "done", bench.clock.instant()))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("on a thread that has not begun it");
          return "";
        });
    assertThat(bench.record().status()).isEqualTo(Status.INPROGRESS);
  }

  @Test
  void aPayloadWithoutItsKeyDoesNotBegin() {
    BasePersistenceStore store = bench.builder(bench.memory).build();
    store.configure(IdempotencyConfig.builder().withEventKeyJMESPath("id").build(), "place");
    JsonNode payload = JsonNodeFactory.instance.objectNode().put("number", "o-1");

    assertThatThrownBy(
            () -> store.saveInProgress(payload, bench.clock.instant(), OptionalInt.empty()))
        .isInstanceOf(IdempotencyKeyException.class);
    assertThat(bench.memory.records()).isEmpty();
  }
}
