package dev.effectivelyonce.core.record;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.Generation;
import dev.effectivelyonce.core.key.RecordId;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The record of one consumer and business key. The methods that change it return the record as the
 * store would hold it after the write; stores only decide whether the write happens.
 *
 * @param id the record
 * @param status its state
 * @param owner the attempt that holds or last held it
 * @param attempt the number of that attempt, from 1
 * @param leaseUntil when that attempt's claim lapses or would have
 * @param stamp the time of its last write, and until when it is kept, which is far ahead while it
 *     is open; a note about a step of an open record does not count as a write
 * @param fingerprint the fingerprint that must agree with later messages of this key
 * @param readableKey the key in clear text, if the consumer asked to keep it
 * @param result the result of the completion; none in every other state
 * @param error why the last attempt did not complete; empty unless released, failed, held or
 *     forgotten
 * @param steps the named effects of its attempts, in the order of their positions; they stay until
 *     the record is claimed again as attempt 1 or forgotten
 * @param generation the generation, from its first claim until it is claimed again as attempt 1 or
 *     forgotten; empty if an earlier release or another library created it
 * @param claimant the information that the attempt that holds or last held it left about itself
 * @param acknowledged the attempt whose failure an operator has dealt with; 0 if there is none
 */
public record IdempotencyRecord(
    RecordId id,
    Status status,
    AttemptId owner,
    int attempt,
    Instant leaseUntil,
    WriteTimestamp stamp,
    Optional<Fingerprint> fingerprint,
    Optional<String> readableKey,
    StoredResult result,
    Optional<ErrorSummary> error,
    List<Step> steps,
    Optional<Generation> generation,
    Claimant claimant,
    int acknowledged) {
  private static final String FORGOTTEN = "forgotten:";

  /** Keeps the steps in the order of their positions. */
  public IdempotencyRecord {
    steps =
        steps.size() < 2
            ? List.copyOf(steps)
            : steps.stream().sorted(Comparator.comparingInt(Step::position)).toList();
  }

  /** Returns the record of a first attempt. */
  public static IdempotencyRecord claimed(Claim claim) {
    return claim.first();
  }

  /** Returns the record after another attempt took it over. */
  public IdempotencyRecord takenOver(Claim claim) {
    return claim.over(this).writtenAt(claim.stamp());
  }

  /** Returns the record with a later lease. */
  public IdempotencyRecord renewed(Instant later, WriteTimestamp when) {
    return changed(status, later, when, result, error, steps, acknowledged).writtenAt(when);
  }

  /** Returns the record with this step, which replaces a step with the same name. */
  public IdempotencyRecord noted(Step step, WriteTimestamp when) {
    IdempotencyRecord after = withSteps(stepsWith(step));
    return after.writtenAt(isOpen() && after.isOpen() ? stamp : when);
  }

  /** Returns this record with the steps of another version of it. */
  public IdempotencyRecord withStepsOf(IdempotencyRecord other) {
    return withSteps(other.steps);
  }

  private IdempotencyRecord withSteps(List<Step> others) {
    return changed(status, leaseUntil, stamp, result, error, others, acknowledged);
  }

  private IdempotencyRecord writtenAt(WriteTimestamp when) {
    WriteTimestamp kept = isOpen() ? when.whileOpen() : when;
    return kept.equals(stamp)
        ? this
        : changed(status, leaseUntil, kept, result, error, steps, acknowledged);
  }

  /** Returns the record after an operator settled a step: the next attempt goes on from there. */
  public IdempotencyRecord stepSettled(Step step, WriteTimestamp when) {
    return settled(Settlement.RETRYABLE, when).noted(step, when);
  }

  /** Returns the record after its completion. */
  public IdempotencyRecord completed(StoredResult kept, WriteTimestamp when) {
    return ended(Status.COMPLETED, kept, Optional.empty(), when);
  }

  /** Returns the record after a release, so that the next attempt may take it over. */
  public IdempotencyRecord released(ErrorSummary why, WriteTimestamp when) {
    return ended(Status.RETRYABLE, StoredResult.none(), Optional.of(why), when);
  }

  /** Returns the record after a permanent failure. */
  public IdempotencyRecord failed(ErrorSummary why, WriteTimestamp when) {
    return ended(Status.FAILED, StoredResult.none(), Optional.of(why), when);
  }

  /** Returns the record after it was held for an operator. */
  public IdempotencyRecord held(ErrorSummary why, WriteTimestamp when) {
    return ended(Status.UNKNOWN, StoredResult.none(), Optional.of(why), when);
  }

  /** Returns the record after an operator's decision. */
  public IdempotencyRecord settled(Settlement decision, WriteTimestamp when) {
    return ended(decision.status(), StoredResult.none(), Optional.empty(), when);
  }

  /**
   * Returns the record as if nothing had happened, so that the next attempt runs the event again.
   * This starts another generation. The record's owner is not an attempt, so late writes of earlier
   * attempts are refused.
   */
  public IdempotencyRecord forgotten(WriteTimestamp when) {
    AttemptId nobody = new AttemptId(FORGOTTEN + owner);
    return new IdempotencyRecord(
        id,
        Status.RETRYABLE,
        nobody,
        attempt,
        when.at(),
        when,
        Optional.empty(),
        Optional.empty(),
        StoredResult.none(),
        Optional.of(new ErrorSummary("Forgotten by an operator")),
        List.of(),
        Optional.of(new Generation(nobody.value())),
        Claimant.unknown(),
        0);
  }

  /** Returns whether an operator has forgotten the record and no attempt has begun since then. */
  public boolean isForgotten() {
    return status == Status.RETRYABLE && owner.value().startsWith(FORGOTTEN);
  }

  /** Returns the record without data that may be personal. Its state and its times stay. */
  public IdempotencyRecord erased() {
    return new IdempotencyRecord(
        id,
        status,
        owner,
        attempt,
        leaseUntil,
        stamp,
        fingerprint,
        Optional.empty(),
        result.erased(),
        error.map(ErrorSummary::erased),
        steps.stream().map(Step::erased).toList(),
        generation,
        claimant,
        acknowledged);
  }

  /** Returns the record after an operator has acknowledged its failure. Nothing else changes. */
  public IdempotencyRecord asAcknowledged() {
    return changed(status, leaseUntil, stamp, result, error, steps, attempt);
  }

  /** Returns the record with every result and every reason in a form that the store can hold. */
  public IdempotencyRecord fitted(
      UnaryOperator<StoredResult> results, UnaryOperator<ErrorSummary> reasons) {
    return changed(
        status,
        leaseUntil,
        stamp,
        results.apply(result),
        error.map(reasons),
        steps.stream().map(step -> step.fitted(results, reasons)).toList(),
        acknowledged);
  }

  /** Returns the record with another form of its own result, such as a marker for it. */
  public IdempotencyRecord withResult(StoredResult kept) {
    return changed(status, leaseUntil, stamp, kept, error, steps, acknowledged);
  }

  /** Returns whether an attempt holds the record at this time. */
  public boolean isLive(Instant now) {
    return status == Status.INPROGRESS && now.isBefore(leaseUntil);
  }

  /**
   * Returns whether the record is half done: one of its steps happened or may have happened, but
   * the record is neither completed nor undone as a saga. Such a record is listed and kept until it
   * ends or is settled.
   */
  public boolean isOpen() {
    return status != Status.COMPLETED
        && !isUndone()
        && steps.stream().anyMatch(Step::mayHaveHappened);
  }

  /** Returns whether a saga has undone all its steps, so that it never goes forward again. */
  public boolean isUndone() {
    return status == Status.FAILED && step(Step.SAGA_FAILED).isPresent();
  }

  /**
   * Returns whether an operator has acknowledged the record's failure, so that it is no longer
   * listed. This does not cover the failure of a later attempt, and a half-done record stays
   * listed.
   */
  public boolean isAcknowledged() {
    return status == Status.FAILED && acknowledged == attempt && !isOpen();
  }

  /** Returns how long the record is kept after its last change, or its end while it is open. */
  public Duration retention() {
    return stamp.retention();
  }

  /** Returns whether the record counts as absent now, although a store may still have it. */
  public boolean isExpired(Instant now) {
    return !now.isBefore(stamp.keptUntil());
  }

  /** Returns whether this attempt holds or last held the record. */
  public boolean isOwnedBy(AttemptId attemptOwner) {
    return owner.equals(attemptOwner);
  }

  /** Returns the first step that is in doubt, if there is one. */
  public Optional<Step> doubt() {
    return steps.stream().filter(it -> it.state() == Step.State.INTENT).findFirst();
  }

  /** Returns the step with this name, if it was noted. */
  public Optional<Step> step(String name) {
    return steps.stream().filter(it -> it.name().equals(name)).findFirst();
  }

  /** Returns whether nothing was noted about the step after the other record was read. */
  public boolean hasStepAsIn(IdempotencyRecord other, String name) {
    Optional<Step> noted = step(name);
    Optional<Step> seen = other.step(name);
    return noted.isPresent() == seen.isPresent()
        && noted.filter(it -> !it.isAsNotedIn(seen.orElse(it))).isEmpty();
  }

  private List<Step> stepsWith(Step step) {
    return Stream.concat(
            steps.stream().filter(it -> !it.name().equals(step.name())), Stream.of(step))
        .toList();
  }

  private IdempotencyRecord ended(
      Status next, StoredResult kept, Optional<ErrorSummary> why, WriteTimestamp when) {
    return changed(next, leaseUntil, when, kept, why, steps, acknowledged).writtenAt(when);
  }

  /** Changes what ends and renewals may change; what only a claim may change stays. */
  private IdempotencyRecord changed(
      Status next,
      Instant lease,
      WriteTimestamp when,
      StoredResult kept,
      Optional<ErrorSummary> why,
      List<Step> noted,
      int dealtWith) {
    return new IdempotencyRecord(
        id,
        next,
        owner,
        attempt,
        lease,
        when,
        fingerprint,
        readableKey,
        kept,
        why,
        noted,
        generation,
        claimant,
        dealtWith);
  }
}
