package dev.effectivelyonce.simulation.guards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.protocol.Decision;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.WriteTimestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Run by {@link Trials} alone. What a decision makes of a record that has expired. */
class ExpiredRecords {
  private static final Duration RETENTION = Duration.ofDays(1);

  @Test
  void anExpiredRecordIsClaimedAnew() {
    IdempotencyRecord done =
        IdempotencyRecord.claimed(claim("first", Instant.EPOCH))
            .completed(StoredResult.none(), WriteTimestamp.of(Instant.EPOCH, RETENTION));
    Instant later = Instant.EPOCH.plus(RETENTION);

    assertThat(
            Decision.decide(
                Optional.of(done), claim("second", later), later, AbandonedClaimPolicy.RERUN))
        .isEqualTo(new Decision.ClaimAnew());
  }

  private static Claim claim(String owner, Instant at) {
    return new Claim(
        new RecordId("orders#1"),
        new AttemptId(owner),
        at.plusSeconds(1),
        WriteTimestamp.of(at, RETENTION));
  }
}
