package dev.effectivelyonce.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.WriteResult;
import java.util.Optional;
import java.util.function.BiConsumer;
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
          IdempotencyRecord seen = claimed(key, "a");
          assertWritten(write(verb, seen), expected(verb, seen));
        });
  }

  @TestFactory
  Stream<DynamicTest> aReleasedRecordThatStandsAsSeenIsWritten() {
    return bothVerbs(
        (verb, key) -> {
          IdempotencyRecord seen = released(claimed(key, "a"));
          assertWritten(write(verb, seen), expected(verb, seen));
        });
  }

  @TestFactory
  Stream<DynamicTest> aRecordOfAnotherOwnerRefuses() {
    return bothVerbs(
        (verb, key) -> {
          IdempotencyRecord seen = claimed(key, "a");
          Claim sameLease =
              new Claim(
                  seen.id(),
                  new AttemptId("b"),
                  seen.leaseUntil(),
                  stampAt(LATER),
                  seen.fingerprint(),
                  seen.readableKey());
          IdempotencyRecord standing = written(store.takeOver(seen, sameLease));
          assertRefusedBy(standing, write(verb, seen));
        });
  }

  @TestFactory
  Stream<DynamicTest> aRecordInAnotherStateRefuses() {
    return bothVerbs(
        (verb, key) -> {
          IdempotencyRecord seen = claimed(key, "a");
          IdempotencyRecord standing = completed(seen);
          assertRefusedBy(standing, write(verb, seen));
        });
  }

  @TestFactory
  Stream<DynamicTest> aRecordWhoseLeaseMovedByAMillisecondRefuses() {
    return bothVerbs(
        (verb, key) -> {
          IdempotencyRecord seen = claimed(key, "a");
          IdempotencyRecord standing =
              written(store.renew(seen, seen.leaseUntil().plusMillis(1), stampAt(LATER)));
          assertRefusedBy(standing, write(verb, seen));
        });
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
  void aTakeOverForgetsWhyTheLastAttemptDidNotComplete() {
    IdempotencyRecord taken = takenOver(released(claimed("order-1", "a")), "b");

    assertThat(taken.error()).isEmpty();
    assertThat(taken.status()).isEqualTo(Status.INPROGRESS);
    assertThat(store.find(taken.id())).contains(taken);
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
        written(
            store.claim(
                new Claim(
                    bare.id(),
                    bare.owner(),
                    bare.leaseUntil(),
                    bare.stamp(),
                    Optional.empty(),
                    Optional.empty())));
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
    return new Claim(
        claim.id(),
        claim.owner(),
        claim.leaseUntil(),
        claim.stamp(),
        Optional.of(Fingerprint.of(amount)),
        Optional.of(key));
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
