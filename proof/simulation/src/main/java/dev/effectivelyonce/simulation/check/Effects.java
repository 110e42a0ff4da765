package dev.effectivelyonce.simulation.check;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * Judges every run of a handler and every effect.
 *
 * @param store the records as they truly are
 */
public record Effects(Records records, Function<RecordId, Optional<IdempotencyRecord>> store) {
  /** The step of a handler that has its effect in one. */
  public static final String STEP = "effect";

  /** A handler begins, which the claim of its attempt tells whether it may count on it. */
  public Attempt began(
      dev.effectivelyonce.core.handler.Attempt told,
      Fingerprint payload,
      SimulatedProcess process,
      Instant invocationEnds) {
    Attempt attempt = began(told.id(), told.owner(), payload, process, invocationEnds);
    attempt.counts(told.claim()::isHeld);
    return attempt;
  }

  /** A handler begins. */
  public Attempt began(
      RecordId id,
      AttemptId owner,
      Fingerprint payload,
      SimulatedProcess process,
      Instant invocationEnds) {
    Life life = records.life(id);
    Instant heldUntil =
        records.plan.heartbeat().isPresent() ? records.heldUntil(store.apply(id)) : invocationEnds;
    Attempt attempt = new Attempt(id, life, owner, payload, process, records.now(), heldUntil);
    if (records.excludes(id) && records.plan.claimsFirst()) {
      checkClaim(attempt);
      life.attempts.stream()
          .filter(other -> other.runs() && records.now().isBefore(other.heldUntil))
          .forEach(
              other ->
                  findings()
                      .violated(Invariant.ONE_HOLDER, attempt, "begins while", other, "runs"));
      othersGaveUp(attempt, "begins");
    }
    life.attempts.add(attempt);
    return attempt;
  }

  private void othersGaveUp(Attempt attempt, String what) {
    attempt.life.attempts.stream()
        .filter(other -> other != attempt && other.countsOnItsClaim())
        .forEach(
            other ->
                findings()
                    .violated(
                        Invariant.ONE_COUNTS_ON_IT,
                        attempt,
                        what,
                        "while",
                        other,
                        "is told it may"));
  }

  private void checkClaim(Attempt attempt) {
    Optional<IdempotencyRecord> record = store.apply(attempt.id);
    check(
        record
            .filter(it -> it.isOwnedBy(attempt.owner) && it.status() == Status.INPROGRESS)
            .isPresent(),
        Invariant.UNDER_ITS_CLAIM,
        attempt,
        "begins, the record is",
        record.map(it -> it.status() + " of " + it.owner()));
    check(
        record.flatMap(IdempotencyRecord::fingerprint).equals(Optional.of(attempt.payload)),
        Invariant.ONE_PAYLOAD,
        attempt,
        "begins with another payload than its record's");
  }

  /** The effect of an attempt is written together with its record. */
  public void committed(Attempt attempt) {
    Life life = records.life(attempt.id);
    attempt.life = life;
    life.committed++;
    life.committedBy = Optional.of(attempt.owner);
    check(
        life.committed == 1 && life.completions == 1,
        Invariant.COMMITTED_ONCE,
        life.committed,
        "effects committed, and",
        life.completions,
        "completions; the last by",
        attempt);
    check(
        records.past().wasCompleted(attempt.id, attempt.payload, records.now()),
        Invariant.ONE_PAYLOAD,
        attempt,
        "has its effect with another payload than its record's");
  }

  /** A handler has its effect, in a step. */
  public void stepped(Attempt attempt) {
    happened(attempt);
    records.completions().happened(attempt.id, STEP);
    check(
        !records.excludes(attempt.id) || attempt.life.effects() <= 1,
        Invariant.STEP_AT_MOST_ONCE,
        attempt.life.effects(),
        "effects of a step; the last by",
        attempt);
  }

  /** A handler has its effect. */
  public void happened(Attempt attempt) {
    Life life = attempt.life;
    attempt.hadEffect = true;
    if (records.excludes(attempt.id) && attempt.countsOnItsClaim()) {
      othersGaveUp(attempt, "has its effect");
    }
    for (Attempt earlier : life.attempts) {
      if (earlier != attempt && earlier.hadEffect) {
        repeated(earlier, attempt);
      }
    }
    check(
        records.plan.policy() == AbandonedClaimPolicy.RERUN || life.effects() <= 1 + life.reruns,
        Invariant.AT_MOST_ONCE_UNDER_HOLD,
        life.effects(),
        "effects, and an operator asked for",
        life.reruns,
        "further runs; the last by",
        attempt);
  }

  /**
   * The attempt that began second repeats the first's effect, in whatever order the two had theirs:
   * the first may have gone on after its end. With clocks that are off by more than the margin
   * attempts overlap, and it is only one of them that completes.
   */
  private void repeated(Attempt one, Attempt other) {
    Attempt first = one.began.isAfter(other.began) ? other : one;
    Attempt second = first == one ? other : one;
    boolean isOwed = first.couldNotComplete(second.began) || first.life.reruns > 0;
    if (records.plan.excludes() && !isOwed && !records.excludes(first.id)) {
      records.past().repeated();
    }
    check(
        isOwed || !records.excludes(first.id),
        Invariant.REPEATS_ACCOUNTED_FOR,
        second,
        "repeats the effect of",
        first,
        ", which",
        first.isCompleted ? "completed" : "still may complete");
    check(
        first.payload.equals(second.payload) || first.life.failovers.size() > 0,
        Invariant.ONE_PAYLOAD,
        first,
        "and",
        second,
        "had effects of two payloads");
  }

  /** A handler has renewed its claim, in true time at least until then. */
  public void renewed(Attempt attempt, Instant until) {
    attempt.heldUntil = until.isAfter(attempt.heldUntil) ? until : attempt.heldUntil;
  }

  /** A handler throws. */
  public void threw(Attempt attempt) {
    attempt.threw = true;
    attempt.isRunning = false;
  }

  /** A handler returns. */
  public void returned(Attempt attempt, Optional<String> value) {
    attempt.returned = value;
    attempt.isRunning = false;
  }

  private void check(boolean holds, Invariant invariant, Object... words) {
    findings().check(holds, invariant, words);
  }

  private Findings findings() {
    return records.stage.findings();
  }
}
