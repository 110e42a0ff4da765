package dev.effectivelyonce.simulation.check;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.simulation.history.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Judges every write to the store, by what truly was before and after it. */
public final class Records {
  /** A record that has expired by one clock has by another, soon. */
  private static final Duration SKEW = Duration.ofMinutes(1);

  private static final Duration HALF_MARGIN = Duration.ofSeconds(1);

  private final Past past = new Past();
  private final Map<RecordId, Life> lives = new HashMap<>();
  private final Set<RecordId> gone = new HashSet<>();
  final Plan plan;
  final Stage stage;
  private final Findings findings;
  private final Completions completions;

  public Records(Plan plan, Stage stage) {
    this.plan = plan;
    this.stage = stage;
    this.findings = stage.findings();
    this.completions = new Completions(plan, findings, past);
  }

  /** The true time. */
  Instant now() {
    return stage.scheduler().now();
  }

  /** A write was carried out, or refused. */
  public void written(JudgedWrite write) {
    if (write.before().equals(write.after())) {
      return;
    }
    write.before().ifPresent(before -> changed(before, write));
    switch (write.verb()) {
      case CLAIM -> claimed(write);
      case TAKE_OVER -> takesNoLiveClaim(write);
      case HOLD -> held(write);
      case COMPLETE -> completed(write);
      case COMMIT -> committed(write);
      case RELEASE, FAIL, NOTE -> byItsHolder(write);
      case RENEW -> renewed(write);
      case SETTLE, SETTLE_STEP -> settled(write);
      case FORGET -> forgets(write);
      case ERASE -> kept(write, Erasure.isRight(write), Invariant.ERASURE_KEEPS_THE_RECORD);
      case ACKNOWLEDGE ->
          kept(write, Erasure.isAcknowledgement(write), Invariant.ACKNOWLEDGED_IS_FAILED);
      // No history moves its records to another store.
      case FIND, COPY -> {}
    }
    completions.written(write, life(write.id()));
    write.after().ifPresent(after -> completions.keptWhileHalfDone(after, write, now()));
    past.add(write.id(), now(), write.after());
  }

  /** A record was deleted, and by no write of this protocol. */
  public void deleted(RecordId id) {
    gone.add(id);
    past.add(id, now(), Optional.empty());
  }

  /**
   * A failover forgets a write that was answered, or is about to forget what is written now.
   *
   * @param failover its number
   */
  public void forgotten(RecordId id, int failover) {
    past.forgotten(id);
    life(id).failovers.add(failover);
  }

  /** Whether it is promised that its attempts do not overlap: no failover forgot a write of it. */
  public boolean excludes(RecordId id) {
    return plan.excludes() && !past.isForgotten(id);
  }

  /** A commit was carried out, or refused, and so were its effects. */
  public void carriedOut(JudgedWrite commit) {
    if (!commit.before().equals(commit.after())) {
      completions.committed(commit, life(commit.id()));
    }
  }

  private void changed(IdempotencyRecord before, JudgedWrite write) {
    boolean mayEnd =
        switch (write.verb()) {
          case FORGET, ERASE -> true;
          case CLAIM, COMMIT -> isExpired(before);
          default -> false;
        };
    findings.check(
        before.status() != Status.COMPLETED || mayEnd,
        Invariant.ONE_COMPLETION,
        write,
        "changes a completed record of",
        before.owner());
  }

  private void claimed(JudgedWrite write) {
    findings.check(
        write.before().map(this::isExpired).orElse(true),
        Invariant.LIVE_CLAIM_KEPT,
        write.by(),
        "claims anew what is",
        write.before().map(IdempotencyRecord::status));
    boolean isForgotten = write.before().isEmpty() && past.isForgotten(write.id());
    if (gone.remove(write.id()) || !isForgotten) {
      beginsAnew(write.id());
    }
  }

  private void forgets(JudgedWrite write) {
    takesNoLiveClaim(write);
    beginsAnew(write.id());
  }

  private void beginsAnew(RecordId id) {
    lives.compute(id, (same, life) -> life == null ? new Life() : life.next());
  }

  private void kept(JudgedWrite write, boolean isRight, Invariant promise) {
    takesNoLiveClaim(write);
    findings.check(isRight, promise, write.verb(), "of", write.before(), "makes it", write.after());
  }

  private void held(JudgedWrite write) {
    findings.check(
        write.wasOf(Status.INPROGRESS), Invariant.ZOMBIES_REFUSED, "held what is not in progress");
    if (!write.isOfItsOwner()) {
      takesNoLiveClaim(write);
    }
  }

  /** The claim of an attempt whose handler may still run by right. */
  private void takesNoLiveClaim(JudgedWrite write) {
    boolean live =
        write.wasOf(Status.INPROGRESS)
            && life(write.id()).attempts.stream()
                .filter(
                    attempt -> write.before().filter(it -> it.isOwnedBy(attempt.owner)).isPresent())
                .anyMatch(attempt -> attempt.runs() && now().isBefore(attempt.heldUntil));
    findings.check(
        !live || !excludes(write.id()),
        Invariant.LIVE_CLAIM_KEPT,
        write,
        ", while the attempt that holds the claim runs");
  }

  private void byItsHolder(JudgedWrite write) {
    findings.check(
        write.isOfItsOwner() && write.wasOf(Status.INPROGRESS),
        Invariant.ZOMBIES_REFUSED,
        write,
        "is written over a claim that is not its own:",
        write.before().map(it -> it.status() + " of " + it.owner()));
  }

  private void renewed(JudgedWrite write) {
    byItsHolder(write);
    if (plan.heartbeat().isPresent()) {
      life(write.id()).attempts.stream()
          .filter(attempt -> attempt.owner.equals(write.by()))
          .forEach(attempt -> attempt.heldUntil = heldUntil(write.after()));
    }
  }

  /**
   * Until when, in true time, nobody may take a claim: every clock is off by less than half of the
   * lease margin.
   */
  Instant heldUntil(Optional<IdempotencyRecord> record) {
    return record
        .map(IdempotencyRecord::leaseUntil)
        .map(lease -> lease.minus(HALF_MARGIN))
        .orElseGet(this::now);
  }

  private void completed(JudgedWrite write) {
    byItsHolder(write);
    Life life = life(write.id());
    life.completions++;
    findings.check(
        life.completions <= 1 + life.failovers.size(),
        life.failovers.isEmpty() ? Invariant.ONE_COMPLETION : Invariant.ONCE_UNLESS_A_FAILOVER,
        "completed again by",
        write.by(),
        ", and",
        life.failovers.size(),
        "failovers forgot writes of it");
    for (Attempt attempt : life.attempts) {
      if (attempt.owner.equals(write.by())) {
        attempt.isCompleted = true;
        findings.check(
            write.after().map(IdempotencyRecord::result).equals(kept(attempt)),
            Invariant.FIRST_RESULT,
            attempt,
            "returned",
            attempt.returned,
            ", kept is",
            write.after().map(IdempotencyRecord::result));
      }
    }
  }

  /** Where the record is not its own it is put, claimed and completed at once. */
  private void committed(JudgedWrite write) {
    if (write.isOfItsOwner()) {
      completed(write);
    } else {
      claimed(write);
      life(write.id()).completions++;
    }
  }

  private static Optional<StoredResult> kept(Attempt attempt) {
    return attempt.returned.map(StoredResult.Text::new);
  }

  private void settled(JudgedWrite write) {
    takesNoLiveClaim(write);
    boolean isRerun =
        write.wasOf(Status.UNKNOWN)
            && write.after().filter(it -> it.status() == Status.RETRYABLE).isPresent();
    if (isRerun) {
      life(write.id()).reruns++;
    }
  }

  private boolean isExpired(IdempotencyRecord record) {
    return record.isExpired(now().plus(SKEW));
  }

  /** What records were. */
  public Past past() {
    return past;
  }

  /** Whether the handler of an attempt runs. */
  public boolean isRunning(RecordId id, AttemptId owner) {
    return life(id).attempts.stream().anyMatch(it -> it.owner.equals(owner) && it.runs());
  }

  Completions completions() {
    return completions;
  }

  Life life(RecordId id) {
    return lives.computeIfAbsent(id, ignored -> new Life());
  }
}
