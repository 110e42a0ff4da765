package dev.effectivelyonce.core.protocol;

import static dev.effectivelyonce.core.Samples.FIRST;
import static dev.effectivelyonce.core.Samples.LEASE;
import static dev.effectivelyonce.core.Samples.NOW;
import static dev.effectivelyonce.core.Samples.SECOND;
import static dev.effectivelyonce.core.Samples.claim;
import static dev.effectivelyonce.core.Samples.record;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.core.record.Status.INPROGRESS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every rule of the decision, in its order. */
@DisplayName("Decision")
class DecisionTest {
  /**
   * What the first attempt's claim has become, with its payload; who claims now, with what payload;
   * how long after the first claim, and under which policy, if it matters. A lease has 30 s, a
   * record 19 days.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # absent
                     |    | SECOND |    | PT0S              |       | ClaimAnew
          COMPLETED  |    | SECOND |    | PT455H59M59.999S  |       | Duplicate
          COMPLETED  |    | SECOND |    | PT456H            |       | ClaimAnew
          COMPLETED  |    | FIRST  |    | PT456H            |       | ClaimAnew
          COMPLETED  | 10 | SECOND | 99 | PT456H            |       | ClaimAnew
          # mine goes before the payload
          INPROGRESS |    | FIRST  |    | PT0S              |       | Acquired
          INPROGRESS |    | FIRST  |    | PT29.999S         |       | Acquired
          INPROGRESS |    | FIRST  |    | PT30S             |       | Outlived
          COMPLETED  |    | FIRST  |    | PT0S              |       | Outlived
          RETRYABLE  |    | FIRST  |    | PT0S              |       | Outlived
          FAILED     |    | FIRST  |    | PT0S              |       | Outlived
          UNKNOWN    |    | FIRST  |    | PT0S              |       | Outlived
          INPROGRESS | 10 | FIRST  | 99 | PT0S              |       | Acquired
          # another payload goes before the state and the lapsed lease
          COMPLETED  | 10 | SECOND | 10 | PT0S              |       | Duplicate
          COMPLETED  | 10 | SECOND |    | PT0S              |       | Duplicate
          COMPLETED  |    | SECOND | 99 | PT0S              |       | Duplicate
          COMPLETED  | 10 | SECOND | 99 | PT0S              |       | KeyReused
          RETRYABLE  | 10 | SECOND | 99 | PT0S              |       | KeyReused
          FAILED     | 10 | SECOND | 99 | PT0S              |       | KeyReused
          UNKNOWN    | 10 | SECOND | 99 | PT0S              |       | KeyReused
          INPROGRESS | 10 | SECOND | 99 | PT0S              |       | KeyReused
          INPROGRESS | 10 | SECOND | 99 | PT30S             |       | KeyReused
          # state
          COMPLETED  |    | SECOND |    | PT0S              |       | Duplicate
          FAILED     |    | SECOND |    | PT0S              |       | AlreadyFailed
          UNKNOWN    |    | SECOND |    | PT0S              |       | Held
          RETRYABLE  |    | SECOND |    | PT0S              |       | TakeOver
          INPROGRESS |    | SECOND |    | PT0S              |       | InFlight
          INPROGRESS |    | SECOND |    | PT29.999S         |       | InFlight
          INPROGRESS |    | SECOND |    | PT30S             | RERUN | TakeOver
          INPROGRESS |    | SECOND |    | PT30S             | HOLD  | Hold
          """)
  void decides(
      @Nullable Status found,
      @Nullable String payload,
      String claimant,
      @Nullable String claimed,
      Duration later,
      @Nullable AbandonedClaimPolicy policy,
      String decision) {
    Optional<IdempotencyRecord> seen =
        Optional.ofNullable(found).map(status -> record(status, claimBy(FIRST, payload)));
    Claim claim = claimBy(claimant.equals("FIRST") ? FIRST : SECOND, claimed);
    Arrays.stream(AbandonedClaimPolicy.values())
        .filter(it -> policy == null || it == policy)
        .map(it -> Decision.decide(seen, claim, NOW.plus(later), it))
        .forEach(it -> assertThat(it.getClass().getSimpleName()).isEqualTo(decision));
  }

  private static Claim claimBy(AttemptId owner, @Nullable String payload) {
    return payload == null ? claim(owner) : claim(owner, payload);
  }

  @Test
  void theDecisionCarriesTheRecordThatItSaw() {
    Instant lapsed = NOW.plus(LEASE);
    IdempotencyRecord live = record(INPROGRESS, claim(FIRST));

    assertThat(Decision.decide(Optional.of(live), claim(SECOND), lapsed, RERUN))
        .isEqualTo(new Decision.TakeOver(live));
    assertThat(Decision.decide(Optional.of(live), claim(SECOND), lapsed, HOLD))
        .isEqualTo(new Decision.Hold(live));
    assertThat(Decision.decide(Optional.of(live), claim(SECOND), NOW, HOLD))
        .isEqualTo(new Decision.InFlight(live));
  }
}
