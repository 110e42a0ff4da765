package dev.effectivelyonce.core.record;

import static dev.effectivelyonce.core.Samples.FIRST;
import static dev.effectivelyonce.core.Samples.ID;
import static dev.effectivelyonce.core.Samples.NOW;
import static dev.effectivelyonce.core.Samples.claim;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class ClaimTest {
  private static final Instant KEPT_UNTIL = NOW.plusSeconds(60);

  private static Claim until(Instant lease) {
    return new Claim(ID, FIRST, lease, new WriteTimestamp(NOW, KEPT_UNTIL));
  }

  @Test
  void theLeaseIsCutToMilliseconds() {
    assertThat(until(NOW.plusNanos(1_999_999)).leaseUntil()).isEqualTo(NOW.plusMillis(1));
  }

  @Test
  void aLeaseThatEndsJustBeforeTheRecordIsTaken() {
    assertThat(until(KEPT_UNTIL.minusMillis(1)).leaseUntil()).isBefore(KEPT_UNTIL);
  }

  @Test
  void aLeaseAsLongAsTheRecordIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> until(KEPT_UNTIL));
  }

  @Test
  void aLaterWriteKeepsTheWish() {
    WriteTimestamp later = WriteTimestamp.of(NOW.plusSeconds(5), java.time.Duration.ofDays(1));
    Claim claim = claim(FIRST, "10");

    assertThat(claim.at(later))
        .isEqualTo(
            new Claim(ID, FIRST, claim.leaseUntil(), later)
                .withFingerprint(claim.fingerprint())
                .withReadableKey(claim.readableKey()));
  }
}
