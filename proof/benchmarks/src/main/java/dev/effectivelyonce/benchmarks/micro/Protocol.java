package dev.effectivelyonce.benchmarks.micro;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.protocol.Decision;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.StoredResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The decision and the hashes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
public class Protocol {
  private static final Instant NOW = Instant.parse("2026-11-01T12:00:00Z");
  private static final Stamp STAMP = Stamp.of(NOW, Duration.ofDays(18));

  private final ConsumerName consumer = new ConsumerName("orders");
  private final Claim claim = claim("attempt-2");
  private final Optional<IdempotencyRecord> done =
      Optional.of(
          IdempotencyRecord.claimed(claim("attempt-1")).completed(StoredResult.none(), STAMP));
  private final Optional<IdempotencyRecord> live =
      Optional.of(IdempotencyRecord.claimed(claim("attempt-1")));
  private String orderId = "order-4711";

  private Claim claim(String owner) {
    return new Claim(
        RecordId.of(consumer, BusinessKey.of("order-4711")),
        new Owner(owner),
        NOW.plusSeconds(30),
        STAMP,
        Optional.empty(),
        Optional.empty());
  }

  /** A refused claim of a completed record. */
  @Benchmark
  public Decision decideDuplicate() {
    return Decision.decide(done, claim, NOW, AbandonedClaimPolicy.RERUN);
  }

  /** A refused claim of a record that another attempt holds. */
  @Benchmark
  public Decision decideInFlight() {
    return Decision.decide(live, claim, NOW, AbandonedClaimPolicy.RERUN);
  }

  /** From a business key to the record's id. */
  @Benchmark
  public RecordId recordId() {
    return RecordId.of(consumer, BusinessKey.of(orderId));
  }

  /** The fingerprint of three fields. */
  @Benchmark
  public Fingerprint fingerprint() {
    return Fingerprint.of(orderId, 12999L, "EUR");
  }
}
