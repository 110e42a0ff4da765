package dev.effectivelyonce.core.store;

import static dev.effectivelyonce.core.Samples.FIRST;
import static dev.effectivelyonce.core.Samples.ID;
import static dev.effectivelyonce.core.Samples.LEASE;
import static dev.effectivelyonce.core.Samples.NOW;
import static dev.effectivelyonce.core.Samples.RETENTION;
import static dev.effectivelyonce.core.Samples.WHY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.Claimant;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.core.record.WriteTimestamp;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrailEntryTest {
  private static final WriteTimestamp STAMP = WriteTimestamp.of(NOW, RETENTION);
  private static final StoredResult SECRET = new StoredResult.Text("a secret");
  private static final IdempotencyRecord FAILED =
      IdempotencyRecord.claimed(
              new Claim(
                  ID,
                  FIRST,
                  NOW.plus(LEASE),
                  STAMP,
                  Optional.of(Fingerprint.of("payload")),
                  Optional.of("o-1001"),
                  new Claimant(Optional.of("Orders"), Optional.empty())))
          .noted(Step.unbegun("charge", 1, 1).done(SECRET), STAMP)
          .failed(WHY, STAMP);

  @Test
  void anEntryHasTheRecordAsItWasAndWhatTheWriteChanged() {
    TrailEntry entry = entry(new Write.Settle(FAILED, Settlement.RETRYABLE, STAMP));

    assertThat(entry.action()).isEqualTo("SETTLE");
    assertThat(entry.before())
        .containsEntry("status", "FAILED")
        .containsEntry("attempt", "1")
        .containsEntry("owner", "first")
        .containsEntry("function", "Orders")
        .containsEntry("error", WHY.text())
        .containsEntry("step charge", "DONE, attempt 1")
        .containsKeys("leaseUntil", "updatedAt", "keptUntil", "fingerprint", "generation");
    assertThat(entry.after()).containsEntry("status", "RETRYABLE").doesNotContainKey("owner");
  }

  @Test
  void anEntryHasNeitherTheKeyNorAResult() {
    assertThat(entry(new Write.Forget(FAILED, NOW)).toString())
        .doesNotContain("o-1001", "a secret");
  }

  @Test
  void anErasureLeavesNoErrorInItsOwnEntryOrInAnotherOne() {
    assertThat(entry(new Write.Erase(FAILED, NOW)).before().get("error"))
        .isEqualTo(ErrorSummary.ERASED.text());
    assertThat(entry(new Write.Forget(FAILED, NOW)).erased().toString())
        .doesNotContain("error=" + WHY);
  }

  @Test
  void textsOfOthersAreCut() {
    TrailEntry entry =
        AuditLog.entry(
            new Write.Erase(FAILED, NOW), "e", NOW, "a".repeat(600), Optional.of("w".repeat(600)));

    assertThat(entry.actor()).hasSize(ErrorSummary.MAX_CHARS);
    assertThat(entry.reason().orElseThrow()).hasSize(ErrorSummary.MAX_CHARS);
  }

  private static TrailEntry entry(Write.ByOperator write) {
    return AuditLog.entry(write, "e-1", NOW, "anna", Optional.of("T-7"));
  }
}
