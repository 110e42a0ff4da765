package dev.effectivelyonce.core.protocol;

import static dev.effectivelyonce.core.Samples.FIRST;
import static dev.effectivelyonce.core.Samples.LEASE;
import static dev.effectivelyonce.core.Samples.NOW;
import static dev.effectivelyonce.core.Samples.RETENTION;
import static dev.effectivelyonce.core.Samples.SECOND;
import static dev.effectivelyonce.core.Samples.claim;
import static dev.effectivelyonce.core.Samples.record;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.core.record.Status.COMPLETED;
import static dev.effectivelyonce.core.record.Status.FAILED;
import static dev.effectivelyonce.core.record.Status.INPROGRESS;
import static dev.effectivelyonce.core.record.Status.RETRYABLE;
import static dev.effectivelyonce.core.record.Status.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Stamp;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule of the decision, in its order. */
@DisplayName("Decision")
class DecisionTest {
  private static final Instant LEASE_END = NOW.plus(LEASE);
  private static final Instant JUST_BEFORE = LEASE_END.minusMillis(1);
  private static final Instant KEPT_UNTIL = Stamp.of(NOW, RETENTION).keptUntil();
  private static final Set<AbandonedClaimPolicy> BOTH = EnumSet.allOf(AbandonedClaimPolicy.class);
  private static final Set<AbandonedClaimPolicy> RERUN_ONLY = EnumSet.of(RERUN);
  private static final Set<AbandonedClaimPolicy> HOLD_ONLY = EnumSet.of(HOLD);

  record Row(
      String name,
      Optional<IdempotencyRecord> found,
      Claim claim,
      Instant now,
      Set<AbandonedClaimPolicy> policies,
      Class<? extends Decision> expected) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Row row(
      String name,
      IdempotencyRecord found,
      Claim claim,
      Instant now,
      Set<AbandonedClaimPolicy> policies,
      Class<? extends Decision> expected) {
    return new Row(name, Optional.of(found), claim, now, policies, expected);
  }

  private static Row row(
      String name, IdempotencyRecord found, Claim claim, Class<? extends Decision> expected) {
    return row(name, found, claim, NOW, BOTH, expected);
  }

  private static Stream<Row> absent() {
    IdempotencyRecord done = record(COMPLETED, claim(FIRST));
    Claim other = claim(SECOND);
    return Stream.of(
        new Row(
            "no record: claim anew", Optional.empty(), other, NOW, BOTH, Decision.ClaimAnew.class),
        row(
            "kept until a moment after now: still there",
            done,
            other,
            KEPT_UNTIL.minusMillis(1),
            BOTH,
            Decision.Duplicate.class),
        row(
            "kept until exactly now: claim anew",
            done,
            other,
            KEPT_UNTIL,
            BOTH,
            Decision.ClaimAnew.class),
        row(
            "expired, though mine: claim anew",
            done,
            claim(FIRST),
            KEPT_UNTIL,
            BOTH,
            Decision.ClaimAnew.class),
        row(
            "expired, though another payload: claim anew",
            record(COMPLETED, claim(FIRST, "10")),
            claim(SECOND, "99"),
            KEPT_UNTIL,
            BOTH,
            Decision.ClaimAnew.class));
  }

  private static Stream<Row> mine() {
    IdempotencyRecord live = record(INPROGRESS, claim(FIRST));
    Claim me = claim(FIRST);
    return Stream.of(
        row("mine, live: acquired", live, me, Decision.Acquired.class),
        row(
            "mine, live for one more millisecond: acquired",
            live,
            me,
            JUST_BEFORE,
            BOTH,
            Decision.Acquired.class),
        row(
            "mine, lapsed exactly now: outlived",
            live,
            me,
            LEASE_END,
            BOTH,
            Decision.Outlived.class),
        row("mine, COMPLETED: outlived", record(COMPLETED, me), me, Decision.Outlived.class),
        row("mine, RETRYABLE: outlived", record(RETRYABLE, me), me, Decision.Outlived.class),
        row("mine, FAILED: outlived", record(FAILED, me), me, Decision.Outlived.class),
        row("mine, UNKNOWN: outlived", record(UNKNOWN, me), me, Decision.Outlived.class),
        row(
            "mine goes before the fingerprint",
            record(INPROGRESS, claim(FIRST, "10")),
            claim(FIRST, "99"),
            Decision.Acquired.class));
  }

  private static Stream<Row> payload() {
    IdempotencyRecord done = record(COMPLETED, claim(FIRST, "10"));
    return Stream.of(
        row("same payload: by status", done, claim(SECOND, "10"), Decision.Duplicate.class),
        row("another payload: key reused", done, claim(SECOND, "99"), Decision.KeyReused.class),
        row("none asked for: by status", done, claim(SECOND), Decision.Duplicate.class),
        row(
            "none recorded: by status",
            record(COMPLETED, claim(FIRST)),
            claim(SECOND, "99"),
            Decision.Duplicate.class),
        reused("RETRYABLE", record(RETRYABLE, claim(FIRST, "10"))),
        reused("FAILED", record(FAILED, claim(FIRST, "10"))),
        reused("UNKNOWN", record(UNKNOWN, claim(FIRST, "10"))),
        reused("INPROGRESS", record(INPROGRESS, claim(FIRST, "10"))),
        row(
            "another payload goes before the lapsed lease",
            record(INPROGRESS, claim(FIRST, "10")),
            claim(SECOND, "99"),
            LEASE_END,
            BOTH,
            Decision.KeyReused.class));
  }

  private static Row reused(String status, IdempotencyRecord found) {
    return row(
        "another payload goes before " + status,
        found,
        claim(SECOND, "99"),
        Decision.KeyReused.class);
  }

  private static Stream<Row> state() {
    Claim me = claim(FIRST);
    Claim other = claim(SECOND);
    IdempotencyRecord live = record(INPROGRESS, me);
    return Stream.of(
        row("COMPLETED: duplicate", record(COMPLETED, me), other, Decision.Duplicate.class),
        row("FAILED: already failed", record(FAILED, me), other, Decision.AlreadyFailed.class),
        row("UNKNOWN: held", record(UNKNOWN, me), other, Decision.Held.class),
        row("RETRYABLE: take over", record(RETRYABLE, me), other, Decision.TakeOver.class),
        row("INPROGRESS, live: in flight", live, other, Decision.InFlight.class),
        row(
            "INPROGRESS for one more millisecond: in flight",
            live,
            other,
            JUST_BEFORE,
            BOTH,
            Decision.InFlight.class),
        row(
            "lapsed exactly now, RERUN: take over",
            live,
            other,
            LEASE_END,
            RERUN_ONLY,
            Decision.TakeOver.class),
        row(
            "lapsed exactly now, HOLD: hold",
            live,
            other,
            LEASE_END,
            HOLD_ONLY,
            Decision.Hold.class));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"absent", "mine", "payload", "state"})
  void decides(Row row) {
    for (AbandonedClaimPolicy policy : row.policies) {
      assertThat(Decision.decide(row.found, row.claim, row.now, policy))
          .as("under " + policy)
          .isInstanceOf(row.expected);
    }
  }

  @Test
  void theDecisionCarriesTheRecordThatItSaw() {
    IdempotencyRecord live = record(INPROGRESS, claim(FIRST));

    assertThat(Decision.decide(Optional.of(live), claim(SECOND), LEASE_END, RERUN))
        .isEqualTo(new Decision.TakeOver(live));
    assertThat(Decision.decide(Optional.of(live), claim(SECOND), LEASE_END, HOLD))
        .isEqualTo(new Decision.Hold(live));
    assertThat(Decision.decide(Optional.of(live), claim(SECOND), NOW, HOLD))
        .isEqualTo(new Decision.InFlight(live));
  }
}
