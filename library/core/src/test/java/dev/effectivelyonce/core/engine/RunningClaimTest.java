package dev.effectivelyonce.core.engine;

import static dev.effectivelyonce.core.Samples.FIRST;
import static dev.effectivelyonce.core.Samples.LEASE;
import static dev.effectivelyonce.core.Samples.NOW;
import static dev.effectivelyonce.core.Samples.RETENTION;
import static dev.effectivelyonce.core.Samples.claim;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What this process knows of its claim's record while notes and renewals are under way. */
class RunningClaimTest {
  private static final Instant END = NOW.plus(LEASE);
  private static final Step UNBEGUN = Step.unbegun("charge", 1, 1);

  private final IdempotencyRecord mine = IdempotencyRecord.claimed(claim(FIRST));
  private final RunningClaim claim =
      new RunningClaim(
          new Answers(() -> new WriteResult.Written(mine)).forLanes(1, pause -> {}),
          Platform.system(),
          RETENTION,
          mine,
          new Request(BusinessKey.of("o-1001"), END, END, END));

  @Test
  void aNoteThatTakesAStepBackIsNoneThatMayHaveHappened() {
    claim.noting(UNBEGUN);

    assertThat(claim.mineAsItMayBe()).isEqualTo(mine);
  }

  @Test
  void theAnswerToANoteTellsOfARenewalWhoseAnswerIsNotHereYet() {
    IdempotencyRecord renewed = mine.renewed(END.plus(LEASE), WriteTimestamp.of(NOW, RETENTION));

    claim.noted(renewed.noted(UNBEGUN, WriteTimestamp.of(NOW, RETENTION)));

    assertThat(claim.mine().leaseUntil()).isEqualTo(END.plus(LEASE));
    assertThat(claim.mine().steps()).containsExactly(UNBEGUN);
  }
}
