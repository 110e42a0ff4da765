package dev.effectivelyonce.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.key.PayloadCheck;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.Claimant;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.TraceParent;
import dev.effectivelyonce.core.record.WriteTimestamp;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

abstract class ClaimContract extends StoreContractPart {
  private static final TraceParent FIRST_TRACE =
      new TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
  private static final TraceParent SECOND_TRACE =
      new TraceParent("00-5759e988bd862e3fe1be46a994272793-53995c3f42cd8ad8-00");
  private static final Instant KEPT_UNTIL = Instant.parse("2026-01-02T03:06:00Z");

  @Test
  void anAbsentRecordIsClaimed() {
    Claim claim = claim("order-1", "a");

    assertWritten(store.claim(claim), IdempotencyRecord.claimed(claim));
  }

  @Test
  void aClaimedRecordRefusesAnotherClaim() {
    IdempotencyRecord first = claimed("order-1", "a");

    assertRefusedBy(first, store.claim(claim("order-1", "b")));
  }

  @Test
  void aClaimWhoseLeaseLapsedRefusesAnotherClaim() {
    IdempotencyRecord lapsed = claimed("order-1", "a");

    assertRefusedBy(lapsed, store.claim(claimAt(LAPSED.plusSeconds(1), "order-1", "b")));
  }

  @TestFactory
  Stream<DynamicTest> aRecordWhoseAttemptEndedRefusesAClaim() {
    return each(
        Stream.of(End.values()),
        (end, key) -> {
          IdempotencyRecord standing = ended(end, claimed(key, "a"));
          assertRefusedBy(standing, store.claim(claim(key, "b")));
        });
  }

  @Test
  void aRecordOfAnotherKeyIsNoObstacle() {
    claimed("order-1", "a");

    assertThat(claimed("order-2", "b").owner()).isEqualTo(new AttemptId("b"));
  }

  @Test
  void aRecordWhoseRetentionHasPassedIsReplaced() {
    store.claim(shortLived(KEPT_UNTIL.minusSeconds(60), "a"));
    Claim anew = shortLived(KEPT_UNTIL, "b");

    assertWritten(store.claim(anew), IdempotencyRecord.claimed(anew));
  }

  @Test
  void aRecordIsKeptUntilTheLastMillisecondOfItsRetention() {
    IdempotencyRecord first = written(store.claim(shortLived(KEPT_UNTIL.minusSeconds(60), "a")));

    assertRefusedBy(first, store.claim(shortLived(KEPT_UNTIL.minusMillis(1), "b")));
  }

  @Test
  void aReplacedRecordKeepsNothingOfItsPredecessor() {
    IdempotencyRecord first = written(store.claim(shortLived(KEPT_UNTIL.minusSeconds(60), "a")));
    store.complete(first, RESULT, new WriteTimestamp(KEPT_UNTIL.minusSeconds(50), KEPT_UNTIL));
    Claim anew = shortLived(KEPT_UNTIL.plusSeconds(1), "b");

    assertWritten(store.claim(anew), IdempotencyRecord.claimed(anew));
  }

  @Test
  void aRecordThatIsTakenOverKeepsItsGenerationAndTellsWhoTookIt() {
    Claim first = by(claim("order-1", "a"), "orders-1", "a1");
    IdempotencyRecord seen = released(written(store.claim(first)));
    Claim second = by(rival(seen, "b"), "orders-2", "b2");

    IdempotencyRecord mine = written(store.takeOver(seen, second));

    assertThat(mine.generation()).contains(first.generation());
    assertThat(mine.claimant()).isEqualTo(second.claimant());
    assertThat(store.find(mine.id())).contains(mine);
  }

  @Test
  void anAttemptThatTellsNothingOfItselfLeavesNothingOfTheOneBefore() {
    for (Claim first :
        List.of(
            by(claim("order-1", "a"), "orders-1", "a1"),
            traced(claim("order-2", "a"), FIRST_TRACE))) {
      IdempotencyRecord mine = takenOver(released(written(store.claim(first))), "b");

      assertThat(mine.claimant()).isEqualTo(Claimant.unknown());
      assertThat(store.find(mine.id())).contains(mine);
    }
  }

  @Test
  void theTraceOfAClaimComesBackAndStaysWhenItEnds() {
    Claim claim = traced(claim("order-1", "a"), FIRST_TRACE);

    IdempotencyRecord mine = written(store.claim(claim));
    assertThat(store.find(mine.id()))
        .hasValueSatisfying(it -> assertThat(it.claimant().trace()).contains(FIRST_TRACE));

    IdempotencyRecord done = completed(mine);
    assertThat(done.claimant().trace()).contains(FIRST_TRACE);
    assertThat(store.find(mine.id())).contains(done);
  }

  @Test
  void aTakeoverReplacesTheTrace() {
    IdempotencyRecord seen =
        released(written(store.claim(traced(claim("order-1", "a"), FIRST_TRACE))));

    IdempotencyRecord mine = written(store.takeOver(seen, traced(rival(seen, "b"), SECOND_TRACE)));

    assertThat(mine.claimant().trace()).contains(SECOND_TRACE);
    assertThat(store.find(mine.id())).contains(mine);
  }

  private static Claim traced(Claim claim, TraceParent trace) {
    return claim.withClaimant(new Claimant(Optional.empty(), Optional.empty(), Optional.of(trace)));
  }

  private static Claim by(Claim claim, String function, String payload) {
    return claim.withClaimant(
        new Claimant(Optional.of(function), Optional.of(new PayloadCheck(payload))));
  }

  private static Claim shortLived(Instant at, String owner) {
    Instant keptUntil = at.isBefore(KEPT_UNTIL) ? KEPT_UNTIL : KEPT_UNTIL.plusSeconds(60);
    return new Claim(
        id("order-1"),
        new AttemptId(owner),
        keptUntil.minusSeconds(1),
        new WriteTimestamp(at, keptUntil));
  }
}
