package dev.effectivelyonce.core;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.WriteTimestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Claims and records that tests start from. */
public final class Samples {
  public static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  public static final Duration LEASE = Duration.ofSeconds(30);
  public static final Duration RETENTION = Duration.ofDays(19);
  public static final AttemptId FIRST = new AttemptId("first");
  public static final AttemptId SECOND = new AttemptId("second");
  public static final RecordId ID =
      RecordId.of(new ConsumerName("orders"), BusinessKey.of("o-1001"));
  public static final ErrorSummary WHY = new ErrorSummary("why");

  private Samples() {}

  /** A claim by the owner, written now. */
  public static Claim claim(AttemptId owner) {
    return claim(owner, Optional.empty());
  }

  /** A claim by the owner with a fingerprint of these fields. */
  public static Claim claim(AttemptId owner, String payload) {
    return claim(owner, Optional.of(Fingerprint.of(payload)));
  }

  /** The first attempt's claim on a record of the lane's own. */
  public static Claim claimOf(int lane) {
    Claim like = claim(FIRST);
    RecordId id = RecordId.of(new ConsumerName("orders"), BusinessKey.of("o-" + lane));
    return new Claim(id, FIRST, like.leaseUntil(), like.stamp());
  }

  private static Claim claim(AttemptId owner, Optional<Fingerprint> fingerprint) {
    return new Claim(ID, owner, NOW.plus(LEASE), WriteTimestamp.of(NOW, RETENTION))
        .withFingerprint(fingerprint);
  }

  /** What the claim becomes once its attempt ended with the status. */
  public static IdempotencyRecord record(Status status, Claim claim) {
    IdempotencyRecord claimed = IdempotencyRecord.claimed(claim);
    WriteTimestamp when = claim.stamp();
    return switch (status) {
      case INPROGRESS -> claimed;
      case COMPLETED -> claimed.completed(StoredResult.none(), when);
      case RETRYABLE -> claimed.released(WHY, when);
      case FAILED -> claimed.failed(WHY, when);
      case UNKNOWN -> claimed.held(WHY, when);
    };
  }
}
