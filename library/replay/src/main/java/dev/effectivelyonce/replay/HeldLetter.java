package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.sqs.SqsMessage;
import java.util.Optional;
import software.amazon.awssdk.services.sqs.model.Message;

/**
 * A dead letter that a run holds, with its record, which was read once.
 *
 * @param message as it is in the queue
 * @param copy what is judged, and would be sent: the same, unless an action edits it
 * @param read the copy as the consumer reads it
 * @param id the record of the copy; empty where it has no key, or is another queue's
 * @param original the record of the letter before an edit; empty as {@code id} is
 * @param record as it was read; its retention may have passed. Empty where there is none, or it
 *     could not be read
 * @param decision what a replay would do
 * @param problem of the letter, such as why it can't be read, or of the store; never its record's
 * @param cause the error of its record, or its own problem, in words that letters of one cause
 *     share: {@code #} stands for numbers, ids and times
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
  /** Returns what SQS says of the letter. */
  public SqsMessage facts() {
    return read.message();
  }

  /** Returns whether it is a letter of this consumer's queue, rather than of another or unknown. */
  public boolean isOurs() {
    return !decision.label().equals(LeaveReason.OTHER_SOURCE.name());
  }

  /** Returns whether SQS or the store failed, so that nothing is known of its record. */
  public boolean isUnknown() {
    return decision instanceof ReplayDecision.Leave(LeaveReason reason)
        && (reason.isFault() || reason == LeaveReason.RECORD_UNREADABLE);
  }

  Examined examined() {
    return new Examined(message.messageId(), id.map(RecordId::keyHash), decision, problem);
  }

  /** Returns a text without the content and the key, since this text ends up in logs. */
  @Override
  public String toString() {
    return "HeldLetter[" + message.messageId() + ", " + decision.label() + "]";
  }
}
