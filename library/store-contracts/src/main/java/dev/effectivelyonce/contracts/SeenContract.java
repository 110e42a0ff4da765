package dev.effectivelyonce.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.WriteResult;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The contract of take over and hold: the record must still be as it was seen. */
abstract class SeenContract extends StoreContractPart {
  private enum Verb {
    TAKE_OVER,
    HOLD
  }

  @TestFactory
  Stream<DynamicTest> aRecordThatStandsAsSeenIsWritten() {
    return bothVerbs(
        (verb, key) -> {
          IdempotencyRecord held = claimed(key, "a");
          assertWritten(write(verb, held), expected(verb, held));
          IdempotencyRecord released = released(claimed(key + " released", "a"));
          assertWritten(write(verb, released), expected(verb, released));
        });
  }

  @TestFactory
  Stream<DynamicTest> aRecordOfAnotherOwnerRefuses() {
    return refusedAfter(
        seen -> {
          Claim sameLease =
              new Claim(seen.id(), new AttemptId("b"), seen.leaseUntil(), stampAt(LATER))
                  .withFingerprint(seen.fingerprint())
                  .withReadableKey(seen.readableKey());
          return written(store.takeOver(seen, sameLease));
        });
  }

  @TestFactory
  Stream<DynamicTest> aRecordInAnotherStateRefuses() {
    return refusedAfter(this::completed);
  }

  @TestFactory
  Stream<DynamicTest> aRecordWhoseLeaseMovedByAMillisecondRefuses() {
    return refusedAfter(
        seen -> written(store.renew(seen, seen.leaseUntil().plusMillis(1), stampAt(LATER))));
  }

  @TestFactory
  Stream<DynamicTest> anAbsentRecordRefuses() {
    return bothVerbs(
        (verb, key) -> {
          IdempotencyRecord never = IdempotencyRecord.claimed(claim(key, "a"));
          assertRefusedAsAbsent(never.id(), write(verb, never));
        });
  }

  @Test
  void eachTakeOverCountsOneMoreAttempt() {
    IdempotencyRecord second = takenOver(claimed("order-1", "a"), "b");
    IdempotencyRecord third = takenOver(second, "c");

    assertThat(second.attempt()).isEqualTo(2);
    assertThat(third.attempt()).isEqualTo(3);
    assertThat(store.find(third.id())).contains(third);
  }

  @Test
  void aTakeOverKeepsTheFingerprintAndTheKeyOfTheRecord() {
    Claim first = withFingerprintAndKey(claim("order-1", "a"), "12.50", "order-1");
    IdempotencyRecord seen = written(store.claim(first));

    Claim other = withFingerprintAndKey(rival(seen, "b"), "99.00", "order-2");

    assertWritten(store.takeOver(seen, other), seen.takenOver(other));
    assertThat(store.find(seen.id()).orElseThrow().fingerprint()).isEqualTo(first.fingerprint());
    assertThat(store.find(seen.id()).orElseThrow().readableKey()).contains("order-1");
  }

  @Test
  void aTakeOverAddsAFingerprintAndAKeyWhereThereWereNone() {
    Claim bare = claim("order-1", "a");
    IdempotencyRecord seen =
        written(store.claim(new Claim(bare.id(), bare.owner(), bare.leaseUntil(), bare.stamp())));
    Claim other = withFingerprintAndKey(rival(seen, "b"), "99.00", "order-2");

    assertWritten(store.takeOver(seen, other), seen.takenOver(other));
    assertThat(store.find(seen.id()).orElseThrow().readableKey()).contains("order-2");
  }

  @Test
  void anOwnerHoldsItsOwnLiveClaim() {
    IdempotencyRecord mine = claimed("order-1", "a");

    assertWritten(store.hold(mine, WHY, stampAt(NOW)), mine.held(WHY, stampAt(NOW)));
  }

  private static Claim withFingerprintAndKey(Claim claim, String amount, String key) {
    return claim
        .withFingerprint(Optional.of(Fingerprint.of(amount)))
        .withReadableKey(Optional.of(key));
  }

  /** A write after what became meanwhile of the claim that it has seen. */
  private Stream<DynamicTest> refusedAfter(UnaryOperator<IdempotencyRecord> change) {
    return bothVerbs(
        (verb, key) -> {
          IdempotencyRecord seen = claimed(key, "a");
          IdempotencyRecord standing = change.apply(seen);
          assertRefusedBy(standing, write(verb, seen));
        });
  }

  private static Stream<DynamicTest> bothVerbs(BiConsumer<Verb, String> check) {
    return each(Stream.of(Verb.values()), check);
  }

  private WriteResult write(Verb verb, IdempotencyRecord seen) {
    return switch (verb) {
      case TAKE_OVER -> store.takeOver(seen, rival(seen, "z"));
      case HOLD -> store.hold(seen, WHY, stampAt(LATER));
    };
  }

  private static IdempotencyRecord expected(Verb verb, IdempotencyRecord seen) {
    return switch (verb) {
      case TAKE_OVER -> seen.takenOver(rival(seen, "z"));
      case HOLD -> seen.held(WHY, stampAt(LATER));
    };
  }
}
