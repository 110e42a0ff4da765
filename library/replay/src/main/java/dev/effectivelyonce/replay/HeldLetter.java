package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.sqs.SqsMessage;
import java.util.Optional;
import software.amazon.awssdk.services.sqs.model.Message;

/**
 * A dead letter that a run holds, with its record as it was read.
 *
 * @param message the message in the queue
 * @param copy the message on which the run decides and which it would send; the same as the letter,
 *     unless an action edits it
 * @param read the result of reading the copy as the consumer does
 * @param id the id of the copy's record; empty if it has no key or belongs to another queue
 * @param original the id of the letter's record before an edit; empty in the same cases as {@code
 *     id}
 * @param record the record as it was read; it may have expired; empty if there is none or it could
 *     not be read
 * @param decision the decision that a replay would make
 * @param problem the problem of the letter, such as why it can't be read, or of the store; never
 *     that of its record
 * @param cause the error of its record, or its own problem, in a text that is the same for all
 *     letters with this cause; {@code #} stands for numbers, ids and times
 */
public record HeldLetter(
    Message message,
    Message copy,
    LetterReading read,
    Optional<RecordId> id,
    Optional<RecordId> original,
    Optional<IdempotencyRecord> record,
    ReplayDecision decision,
    Optional<String> problem,
    String cause) {
  /** Returns the letter as an SQS message with its attributes. */
  public SqsMessage facts() {
    return read.message();
  }

  /**
   * Returns whether it is a letter of this consumer's queue, and not of another or an unknown
   * queue.
   */
  public boolean isOurs() {
    return !decision.label().equals(LeaveReason.OTHER_SOURCE.name());
  }

  /** Returns whether SQS or the store failed, so that nothing is known about its record. */
  public boolean isUnknown() {
    return decision instanceof ReplayDecision.Leave(LeaveReason reason)
        && (reason.isFault() || reason == LeaveReason.RECORD_UNREADABLE);
  }

  /** Returns this letter with its record as it was read later. */
  HeldLetter with(Optional<IdempotencyRecord> found, ReplayDecision latest) {
    return new HeldLetter(message, copy, read, id, original, found, latest, problem, cause);
  }

  Examined examined() {
    return new Examined(message.messageId(), id.map(RecordId::keyHash), decision, problem);
  }

  /** Returns a text without the content and the key, because this text ends up in logs. */
  @Override
  public String toString() {
    return "HeldLetter[" + message.messageId() + ", " + decision.label() + "]";
  }
}
