package dev.effectivelyonce.core.record;

import static dev.effectivelyonce.core.Samples.FIRST;
import static dev.effectivelyonce.core.Samples.ID;
import static dev.effectivelyonce.core.Samples.LEASE;
import static dev.effectivelyonce.core.Samples.NOW;
import static dev.effectivelyonce.core.Samples.RETENTION;
import static dev.effectivelyonce.core.Samples.SECOND;
import static dev.effectivelyonce.core.Samples.WHY;
import static dev.effectivelyonce.core.Samples.claim;
import static dev.effectivelyonce.core.Samples.record;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.key.Fingerprint;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IdempotencyRecordTest {
  private static final WriteTimestamp LATER = WriteTimestamp.of(NOW.plusSeconds(5), RETENTION);
  private static final IdempotencyRecord CLAIMED = IdempotencyRecord.claimed(claim(FIRST, "10"));
  private static final StoredResult RESULT = new StoredResult.Text("42");

  @Test
  void aClaimIsTheFirstAttemptInProgress() {
    assertThat(CLAIMED.status()).isEqualTo(Status.INPROGRESS);
    assertThat(CLAIMED.attempt()).isEqualTo(1);
    assertThat(CLAIMED.isOwnedBy(FIRST)).isTrue();
    assertThat(CLAIMED.isOwnedBy(SECOND)).isFalse();
    assertThat(CLAIMED.fingerprint()).contains(Fingerprint.of("10"));
  }

  @Test
  void aTakeoverIsTheNextAttemptAndForgetsTheError() {
    IdempotencyRecord taken = CLAIMED.released(WHY, LATER).takenOver(claim(SECOND).at(LATER));

    assertThat(taken.status()).isEqualTo(Status.INPROGRESS);
    assertThat(taken.attempt()).isEqualTo(2);
    assertThat(taken.isOwnedBy(SECOND)).isTrue();
    assertThat(taken.stamp()).isEqualTo(LATER);
    assertThat(taken.error()).isEmpty();
  }

  @Test
  void aTakeoverKeepsTheFirstFingerprintAndReadableKey() {
    Claim readable =
        new Claim(ID, SECOND, NOW.plus(LEASE), LATER)
            .withFingerprint(Optional.of(Fingerprint.of("11")))
            .withReadableKey(Optional.of("k"));

    assertThat(CLAIMED.takenOver(readable).fingerprint()).contains(Fingerprint.of("10"));
    assertThat(CLAIMED.takenOver(readable).readableKey()).contains("k");
    assertThat(IdempotencyRecord.claimed(claim(FIRST)).takenOver(readable).fingerprint())
        .contains(Fingerprint.of("11"));
  }

  @Test
  void aRenewalMovesTheLeaseAlone() {
    Instant later = NOW.plusSeconds(90);
    IdempotencyRecord renewed = CLAIMED.renewed(later, LATER);

    assertThat(renewed.leaseUntil()).isEqualTo(later);
    assertThat(renewed.renewed(CLAIMED.leaseUntil(), CLAIMED.stamp())).isEqualTo(CLAIMED);
  }

  @Test
  void aCompletionKeepsTheResultAndItsOwner() {
    IdempotencyRecord done = CLAIMED.completed(RESULT, LATER);

    assertEnded(done, Status.COMPLETED);
    assertThat(done.result()).isEqualTo(RESULT);
    assertThat(done.error()).isEmpty();
  }

  @Test
  void everyOtherEndKeepsTheReasonAndNoResult() {
    assertEnded(CLAIMED.released(WHY, LATER), Status.RETRYABLE);
    assertEnded(CLAIMED.failed(WHY, LATER), Status.FAILED);
    assertEnded(CLAIMED.held(WHY, LATER), Status.UNKNOWN);
    assertThat(CLAIMED.released(WHY, LATER).error()).contains(WHY);
    assertThat(CLAIMED.failed(WHY, LATER).error()).contains(WHY);
    assertThat(CLAIMED.held(WHY, LATER).error()).contains(WHY);
    assertThat(CLAIMED.held(WHY, LATER).result()).isEqualTo(StoredResult.none());
  }

  @ParameterizedTest
  @EnumSource
  void aSettlementIsTheOperatorsWordAndClearsTheReason(Settlement decision) {
    IdempotencyRecord settled = CLAIMED.held(WHY, LATER).settled(decision, LATER);

    assertEnded(settled, Status.valueOf(decision.name()));
    assertThat(settled.error()).isEmpty();
  }

  @Test
  void aClaimIsLiveUntilItsLeaseEnds() {
    assertThat(CLAIMED.isLive(NOW.plus(LEASE).minusMillis(1))).isTrue();
    assertThat(CLAIMED.isLive(NOW.plus(LEASE))).isFalse();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "INPROGRESS")
  void nothingThatEndedIsLive(Status status) {
    assertThat(record(status, claim(FIRST)).isLive(NOW)).isFalse();
  }

  @Test
  void aRecordIsExpiredFromTheEndOfItsRetention() {
    Instant end = CLAIMED.stamp().keptUntil();

    assertThat(CLAIMED.isExpired(end.minusMillis(1))).isFalse();
    assertThat(CLAIMED.isExpired(end)).isTrue();
  }

  @Test
  void aNotedStepTakesThePlaceOfTheOneWithItsNameAndNothingElseChanges() {
    Step charge = Step.unbegun("charge", 1, 1).intendedBy(1);
    Step ship = Step.unbegun("ship", 2, 1).intendedBy(1);

    IdempotencyRecord noted = CLAIMED.noted(ship, LATER).noted(charge, LATER);

    assertThat(noted.steps()).containsExactly(charge, ship);
    assertThat(noted.noted(charge.failed(WHY), LATER).steps())
        .containsExactly(charge.failed(WHY), ship);
    assertThat(noted.status()).isEqualTo(Status.INPROGRESS);
    assertThat(noted.stamp().at()).isEqualTo(LATER.at());
    assertThat(noted.owner()).isEqualTo(FIRST);
  }

  @Test
  void whatIsHalfDoneIsKeptUntilItEndsAndThenForItsRetention() {
    Step charge = Step.unbegun("charge", 1, 1).intendedBy(1);
    IdempotencyRecord begun = CLAIMED.noted(charge, LATER);
    Instant farAhead = NOW.plus(Duration.ofDays(100 * 365));

    for (IdempotencyRecord open :
        List.of(
            begun,
            begun.renewed(NOW.plusSeconds(99), LATER),
            begun.noted(charge.done(RESULT), LATER),
            begun.released(WHY, LATER),
            begun.released(WHY, LATER).takenOver(claim(SECOND)),
            begun.held(WHY, LATER),
            begun.failed(WHY, LATER),
            begun.settled(Settlement.RETRYABLE, LATER))) {
      assertThat(open.isOpen()).isTrue();
      assertThat(open.isExpired(farAhead)).isFalse();
      assertThat(open.retention()).isEqualTo(RETENTION);
    }
    assertThat(begun.completed(RESULT, LATER).stamp()).isEqualTo(LATER);
    assertThat(begun.settled(Settlement.COMPLETED, LATER).stamp()).isEqualTo(LATER);
    assertThat(begun.noted(charge.notDone(WHY), LATER).stamp()).isEqualTo(LATER);
  }

  @Test
  void aSagaThatHasUndoneWhatItDidIsOver() {
    Step charge = Step.unbegun("charge", 1, 1).done(RESULT);
    Step back = Step.unbegun(Step.SAGA_FAILED, 2, 1).failed(WHY);
    IdempotencyRecord goesBack = CLAIMED.noted(charge, LATER).noted(back, LATER);

    assertThat(goesBack.released(WHY, LATER).isOpen()).isTrue();
    assertThat(goesBack.released(WHY, LATER).isUndone()).isFalse();
    assertThat(goesBack.failed(WHY, LATER).isUndone()).isTrue();
    assertThat(goesBack.failed(WHY, LATER).isOpen()).isFalse();
    assertThat(goesBack.failed(WHY, LATER).stamp()).isEqualTo(LATER);
  }

  @Test
  void aNoteAboutAnOpenRecordIsNoNewWrite() {
    Step charge = Step.unbegun("charge", 1, 1).intendedBy(1);
    IdempotencyRecord begun = CLAIMED.noted(charge, LATER);
    WriteTimestamp evenLater = WriteTimestamp.of(NOW.plusSeconds(60), RETENTION);

    assertThat(begun.noted(charge.done(RESULT), evenLater).stamp()).isEqualTo(begun.stamp());
  }

  @Test
  void aStepThatAnOperatorSettledReleasesItsRecord() {
    Step charge = Step.unbegun("charge", 1, 1).intendedBy(1);
    IdempotencyRecord held = CLAIMED.noted(charge, LATER).held(WHY, LATER);

    IdempotencyRecord settled = held.stepSettled(charge.notDone(WHY), LATER);

    assertThat(settled.status()).isEqualTo(Status.RETRYABLE);
    assertThat(settled.error()).isEmpty();
    assertThat(settled.step("charge")).contains(charge.notDone(WHY));
  }

  @Test
  void aStepIsAsItWasSeenUntilItsStateOrItsAttemptChanges() {
    Step charge = Step.unbegun("charge", 1, 1).intendedBy(1);
    IdempotencyRecord seen = CLAIMED.noted(charge, LATER);

    assertThat(CLAIMED.hasStepAsIn(CLAIMED, "charge")).isTrue();
    assertThat(seen.hasStepAsIn(seen, "charge")).isTrue();
    assertThat(seen.hasStepAsIn(CLAIMED, "charge")).isFalse();
    assertThat(CLAIMED.hasStepAsIn(seen, "charge")).isFalse();
    assertThat(seen.noted(charge.notDone(WHY), LATER).hasStepAsIn(seen, "charge")).isFalse();
    assertThat(seen.noted(charge.intendedBy(2), LATER).hasStepAsIn(seen, "charge")).isFalse();
  }

  @Test
  void aRecordIsForgottenUntilAnAttemptBeginsOrAnOperatorSettlesIt() {
    IdempotencyRecord forgotten = CLAIMED.completed(RESULT, LATER).forgotten(LATER);

    assertThat(forgotten.isForgotten()).isTrue();
    assertThat(forgotten.takenOver(claim(SECOND)).isForgotten()).isFalse();
    assertThat(forgotten.settled(Settlement.COMPLETED, LATER).isForgotten()).isFalse();
    assertThat(CLAIMED.released(WHY, LATER).isForgotten()).isFalse();
  }

  @Test
  void aFailureIsAcknowledgedUntilItIsReopenedOrHalfDone() {
    Step charged = Step.unbegun("charge", 1, 1).done(RESULT);
    IdempotencyRecord failed = CLAIMED.failed(WHY, LATER);

    assertThat(failed.isAcknowledged()).isFalse();
    assertThat(failed.asAcknowledged().isAcknowledged()).isTrue();
    assertThat(failed.asAcknowledged().settled(Settlement.RETRYABLE, LATER).isAcknowledged())
        .isFalse();
    assertThat(failed.asAcknowledged().noted(charged, LATER).isAcknowledged()).isFalse();
  }

  private static void assertEnded(IdempotencyRecord ended, Status status) {
    assertThat(ended.status()).isEqualTo(status);
    assertThat(ended.owner()).isEqualTo(FIRST);
    assertThat(ended.attempt()).isEqualTo(1);
    assertThat(ended.leaseUntil()).isEqualTo(CLAIMED.leaseUntil());
    assertThat(ended.stamp()).isEqualTo(LATER);
    assertThat(ended.fingerprint()).isEqualTo(CLAIMED.fingerprint());
  }
}
