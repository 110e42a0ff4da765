package dev.effectivelyonce.simulation.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** The real store reads what the simulated table tells it as what it truly holds. */
class ItemsTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");
  private static final Stamp STAMP = Stamp.of(NOW, Duration.ofDays(19));
  private static final Claim CLAIM =
      new Claim(
          RecordId.of(new ConsumerName("simulated"), BusinessKey.of("key-1")),
          new Owner("o1"),
          NOW.plusMillis(1234),
          STAMP,
          Optional.of(new Fingerprint("one")),
          Optional.of("key-1"));
  private static final IdempotencyRecord CLAIMED = IdempotencyRecord.claimed(CLAIM);

  @Test
  void aClaimIsReadAsItWasWritten() {
    assertThat(read(CLAIMED)).isEqualTo(CLAIMED);
    assertThat(Items.claim(Items.of(CLAIMED))).isEqualTo(CLAIM);
  }

  @Test
  void aResultIsReadAsItWasWritten() {
    IdempotencyRecord done = CLAIMED.completed(new StoredResult.Text("done"), STAMP);

    assertThat(read(done)).isEqualTo(done);
    assertThat(read(done.erased())).isEqualTo(done.erased());
    assertThat(Items.result(Items.of(done.erased()))).isEqualTo(done.erased().result());
  }

  @Test
  void anErrorAndStepsAreReadAsTheyWereWritten() {
    Step intent = Step.unbegun("charge", 1, 1).begun(NOW).intendedBy(1);
    IdempotencyRecord released =
        CLAIMED
            .noted(intent.done(new StoredResult.Text("charged")), STAMP)
            .noted(Step.unbegun("ship", 2, 1).failed(new ErrorSummary("refused")), STAMP)
            .released(new ErrorSummary("later"), STAMP);

    assertThat(read(released)).isEqualTo(released);
  }

  private static IdempotencyRecord read(IdempotencyRecord record) {
    return new DynamoDbStore(new Holding(record), RecordsClient.TABLE)
        .find(record.id())
        .orElseThrow();
  }

  private record Holding(IdempotencyRecord record) implements DynamoDbClient {
    @Override
    public GetItemResponse getItem(GetItemRequest request) {
      return GetItemResponse.builder().item(Items.of(record)).build();
    }

    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {
      // It has nothing to close.
    }
  }
}
