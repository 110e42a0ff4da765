package dev.effectivelyonce.dynamodb;

import static org.assertj.core.api.Assertions.fail;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.PayloadCheck;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.Claimant;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.TraceParent;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Refused;
import dev.effectivelyonce.core.store.WriteResult.Written;
import dev.effectivelyonce.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Records for the tests of this module. */
final class Records {
  static final Instant NOW = ManualClock.START;
  static final Instant LATER = NOW.plusSeconds(7);
  static final ErrorSummary WHY = new ErrorSummary("com.example.CardDeclined");
  static final StoredResult RESULT = new StoredResult.Text("{\"receipt\":\"r-1\"}");

  private Records() {}

  static WriteTimestamp stampAt(Instant time) {
    return WriteTimestamp.of(time, Duration.ofDays(19));
  }

  /** A claim with every attribute that a claim can have. */
  static Claim claim(String owner) {
    return claim(owner, "payment-1");
  }

  /** The claim of an attempt that is traced. */
  static Claim traced(String owner) {
    Claim claim = claim(owner);
    return claim.withClaimant(
        new Claimant(
            claim.claimant().function(),
            claim.claimant().payload(),
            Optional.of(
                new TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"))));
  }

  static Claim claim(String owner, String key) {
    return new Claim(
        RecordId.of(new ConsumerName("payments"), BusinessKey.of(key)),
        new AttemptId(owner),
        NOW.plusSeconds(30),
        stampAt(NOW),
        Optional.of(Fingerprint.of("1250", "EUR")),
        Optional.of(key),
        new Claimant(Optional.of("Payments"), Optional.of(new PayloadCheck("a7"))));
  }

  static IdempotencyRecord claimed(String owner) {
    return IdempotencyRecord.claimed(claim(owner));
  }

  /** The record as a release wrote it that knew neither generations nor claimants. */
  static IdempotencyRecord earlier(IdempotencyRecord record) {
    return new IdempotencyRecord(
        record.id(),
        record.status(),
        record.owner(),
        record.attempt(),
        record.leaseUntil(),
        record.stamp(),
        record.fingerprint(),
        record.readableKey(),
        record.result(),
        record.error(),
        record.steps(),
        Optional.empty(),
        Claimant.unknown(),
        record.acknowledged());
  }

  static IdempotencyRecord written(WriteResult result) {
    return switch (result) {
      case Written(IdempotencyRecord record) -> record;
      case Refused(var current) -> fail("Expected a write, but was refused by " + current);
    };
  }

  /** A result that an item holds by itself, but not beside {@link #withLargeSteps}. */
  static final StoredResult LARGE = new StoredResult.Text("x".repeat(340_000));

  static final StoredResult LARGE_OMITTED =
      new StoredResult.Omitted(StoredResult.Reason.TOO_LARGE, 340_000);

  /** A claim whose steps came to 300 KB. */
  static IdempotencyRecord withLargeSteps(IdempotencyStore store, String key) {
    IdempotencyRecord mine = written(store.claim(claim("owner-1", key)));
    for (int i = 1; i <= 20; i++) {
      Step done = Step.unbegun("step-" + i, i, 1).done(new StoredResult.Text("y".repeat(15_000)));
      mine = written(store.note(mine, done, stampAt(LATER)));
    }
    return mine;
  }

  static IdempotencyRecord failed(IdempotencyStore store) {
    return failed(store, "payment-1");
  }

  /** A record that failed for good, in the store. */
  static IdempotencyRecord failed(IdempotencyStore store, String key) {
    return written(store.fail(written(store.claim(claim("owner-1", key))), WHY, stampAt(LATER)));
  }

  static StoreException fault(Runnable call) {
    try {
      call.run();
    } catch (StoreException e) {
      return e;
    }
    return fail("Expected a StoreException");
  }
}
