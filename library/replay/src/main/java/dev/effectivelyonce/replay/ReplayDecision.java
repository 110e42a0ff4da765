package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.replay.Candidate.Origin;
import java.time.Instant;
import java.util.Optional;

/** The decision about a dead letter. */
public sealed interface ReplayDecision {
  /** The event is done, and the message is deleted. */
  record Skip() implements ReplayDecision {}

  /** The message is sent to the source queue, and the consumer's own policy decides what runs. */
  record Send() implements ReplayDecision {}

  /** The event failed for good. The record becomes RETRYABLE, and then the message is sent. */
  record Reopen(IdempotencyRecord seen) implements ReplayDecision {
    /**
     * Returns a text without the record, because the record may contain the key in clear text and
     * this text ends up in logs.
     */
    @Override
    public String toString() {
      return "Reopen[" + seen.id() + "]";
    }
  }

  /** The message stays where it is. */
  record Leave(LeaveReason reason) implements ReplayDecision {}

  /**
   * The message stays where it is, because it can't be read (for now or ever) or has no key.
   *
   * @param problem the problem, without any of the message's content
   */
  record Unreadable(String problem) implements ReplayDecision {}

  /**
   * Returns the label for reports and logs: the decision, or the reason for leaving the message.
   */
  default String label() {
    return switch (this) {
      case Skip() -> "SKIP";
      case Send() -> "SEND";
      case Reopen ignored -> "REOPEN";
      case Leave(LeaveReason reason) -> reason.name();
      case Unreadable ignored -> "UNREADABLE";
    };
  }

  /** Returns whether the message goes to the source queue. */
  default boolean sends() {
    return this instanceof Send || this instanceof Reopen;
  }

  /**
   * Decides on a message. The order of the rules matters, because a message of another queue must
   * not be read by this consumer's rules. A message that the request excludes is left, whatever the
   * other rules decide.
   *
   * @param found the record as last seen; empty if there is none
   * @param now the time by the local clock
   */
  static ReplayDecision decide(
      Candidate candidate,
      Optional<IdempotencyRecord> found,
      ReplayRequest request,
      Horizon horizon,
      Instant now) {
    Optional<IdempotencyRecord> record = found.filter(it -> !it.isExpired(now));
    ReplayDecision decision =
        candidate.unlessHindered(judge(candidate, record, request.force(), horizon, now));
    return RequestMatcher.matches(candidate, record, decision, request.filter(), now)
        ? decision
        : new Leave(LeaveReason.FILTERED);
  }

  private static ReplayDecision judge(
      Candidate candidate,
      Optional<IdempotencyRecord> record,
      Force force,
      Horizon horizon,
      Instant now) {
    if (candidate.origin() == Origin.OTHER) {
      return new Leave(LeaveReason.OTHER_SOURCE);
    }
    LetterReading read = candidate.received();
    return read.problem()
        .<ReplayDecision>map(Unreadable::new)
        .or(() -> record.map(existing -> decide(read, existing, force, now)))
        .orElseGet(() -> withoutRecord(read, force, horizon, now));
  }

  private static ReplayDecision withoutRecord(
      LetterReading message, Force force, Horizon horizon, Instant now) {
    boolean isKnown = !horizon.isBeyond(message.message().sentAt(), now);
    return isKnown || force == Force.ON ? new Send() : new Leave(LeaveReason.BEYOND_HORIZON);
  }

  private static ReplayDecision decide(
      LetterReading message, IdempotencyRecord existing, Force force, Instant now) {
    if (contradicts(existing, message)) {
      return new Leave(LeaveReason.KEY_REUSED);
    }
    return switch (existing.status()) {
      case COMPLETED -> completed(message, existing, force);
      case RETRYABLE -> new Send();
      case FAILED -> existing.isUndone() ? new Leave(LeaveReason.UNDONE) : new Reopen(existing);
      case UNKNOWN -> new Leave(LeaveReason.HELD);
      case INPROGRESS -> existing.isLive(now) ? new Leave(LeaveReason.IN_FLIGHT) : new Send();
    };
  }

  private static ReplayDecision completed(
      LetterReading message, IdempotencyRecord existing, Force force) {
    boolean isCompared = existing.fingerprint().isEmpty() || message.fingerprint().isPresent();
    return isCompared || force == Force.ON ? new Skip() : new Leave(LeaveReason.NOT_COMPARED);
  }

  private static boolean contradicts(IdempotencyRecord existing, LetterReading message) {
    return existing.fingerprint().isPresent()
        && message.fingerprint().isPresent()
        && !existing.fingerprint().equals(message.fingerprint());
  }
}
