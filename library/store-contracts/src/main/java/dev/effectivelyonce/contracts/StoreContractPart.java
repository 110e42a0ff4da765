package dev.effectivelyonce.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Refused;
import dev.effectivelyonce.core.store.WriteResult.Written;
import dev.effectivelyonce.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestInstances;

/** The common base of the contract's parts: a fresh store, records in every state, checks. */
@ExtendWith(StoreContractPart.Whole.class)
abstract class StoreContractPart {
  static final Instant NOW = ManualClock.START;
  static final Instant LATER = NOW.plusSeconds(7);
  static final Duration LEASE = Duration.ofSeconds(30);
  static final Duration RETENTION = Duration.ofDays(19);
  static final Instant LAPSED = NOW.plus(LEASE);
  static final ErrorSummary WHY =
      new ErrorSummary("com.example.CardDeclined at com.example.Pay.run:7");
  static final StoredResult RESULT = new StoredResult.Text("{\"receipt\":\"r-1\"}");

  IdempotencyStore store;
  private Optional<IdempotencyStoreContract> whole = Optional.empty();

  /** Tells a part the contract that it is nested in. */
  static final class Whole implements BeforeEachCallback {
    @Override
    public void beforeEach(ExtensionContext context) {
      TestInstances tests = context.getRequiredTestInstances();
      tests
          .findInstance(StoreContractPart.class)
          .ifPresent(part -> part.whole = tests.findInstance(IdempotencyStoreContract.class));
    }
  }

  /** Returns a store without records: that of the whole contract, unless a part has its own. */
  IdempotencyStore emptyStore() {
    return whole.orElseThrow().emptyStore();
  }

  @BeforeEach
  void openStore() {
    store = emptyStore();
  }

  static RecordId id(String key) {
    return RecordId.of(new ConsumerName("contract"), BusinessKey.of(key));
  }

  static WriteTimestamp stampAt(Instant time) {
    return WriteTimestamp.of(time, RETENTION);
  }

  static Claim claim(String key, String owner) {
    return claimAt(NOW, key, owner);
  }

  static Claim claimAt(Instant time, String key, String owner) {
    return new Claim(id(key), new AttemptId(owner), time.plus(LEASE), stampAt(time))
        .withFingerprint(Optional.of(Fingerprint.of("12.50", "EUR")));
  }

  /** Returns a record in the store, claimed by the owner. */
  IdempotencyRecord claimed(String key, String owner) {
    return written(store.claim(claim(key, owner)));
  }

  IdempotencyRecord completed(IdempotencyRecord mine) {
    return written(store.complete(mine, RESULT, stampAt(LATER)));
  }

  IdempotencyRecord released(IdempotencyRecord mine) {
    return written(store.release(mine, WHY, stampAt(LATER)));
  }

  IdempotencyRecord takenOver(IdempotencyRecord seen, String owner) {
    return written(store.takeOver(seen, rival(seen, owner)));
  }

  /** What may become of a claim. */
  enum End {
    COMPLETED,
    RELEASED,
    FAILED,
    HELD,
    SETTLED
  }

  /** Returns the record of a claim after its end. */
  IdempotencyRecord ended(End end, IdempotencyRecord mine) {
    return switch (end) {
      case COMPLETED -> completed(mine);
      case RELEASED -> released(mine);
      case FAILED -> failed(mine);
      case HELD -> held(mine);
      case SETTLED -> written(store.settle(held(mine), Settlement.COMPLETED, stampAt(LATER)));
    };
  }

  IdempotencyRecord failed(IdempotencyRecord mine) {
    return written(store.fail(mine, WHY, stampAt(LATER)));
  }

  IdempotencyRecord held(IdempotencyRecord mine) {
    return written(store.hold(mine, WHY, stampAt(LATER)));
  }

  /** A test for each row, with a key of its own. */
  static <T> Stream<DynamicTest> each(Stream<T> rows, BiConsumer<T, String> check) {
    return rows.map(
        row -> DynamicTest.dynamicTest(row.toString(), () -> check.accept(row, row.toString())));
  }

  /** Returns a claim of another attempt on the same record, made later. */
  static Claim rival(IdempotencyRecord seen, String owner) {
    return new Claim(seen.id(), new AttemptId(owner), LATER.plus(LEASE), stampAt(LATER))
        .withFingerprint(seen.fingerprint())
        .withReadableKey(seen.readableKey());
  }

  static IdempotencyRecord written(WriteResult result) {
    return switch (result) {
      case Written(IdempotencyRecord record) -> record;
      case Refused(var current) -> fail("Expected a write, but was refused by " + current);
    };
  }

  static Optional<IdempotencyRecord> refused(WriteResult result) {
    return switch (result) {
      case Refused(var current) -> current;
      case Written(var record) -> fail("Expected a refusal, but wrote " + record);
    };
  }

  /** Asserts that the write happened, and that answer and store have the record expected. */
  void assertWritten(WriteResult result, IdempotencyRecord expected) {
    assertThat(written(result)).isEqualTo(expected);
    assertThat(store.find(expected.id())).contains(expected);
  }

  /** Asserts that the record given refused the write, and still stands unchanged. */
  void assertRefusedBy(IdempotencyRecord standing, WriteResult result) {
    assertThat(refused(result)).contains(standing);
    assertThat(store.find(standing.id())).contains(standing);
  }

  void assertRefusedAsAbsent(RecordId id, WriteResult result) {
    assertThat(refused(result)).isEmpty();
    assertThat(store.find(id)).isEmpty();
  }
}
