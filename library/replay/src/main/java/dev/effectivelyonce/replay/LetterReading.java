package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.sqs.ReadMessage;
import dev.effectivelyonce.sqs.SqsMessage;
import java.util.Optional;

/**
 * The result of reading a dead letter.
 *
 * @param message the letter as an SQS message
 * @param id the id of its record; empty if it has no key
 * @param key its readable business key; empty for a parked record, which contains only the id of
 *     its record
 * @param fingerprint the fingerprint that must agree with the record
 * @param problem the reason why it can't be read, without any of its content; empty if it can be
 *     read
 * @param reason the reason why it was parked; empty if SQS moved it
 */
public record LetterReading(
    SqsMessage message,
    Optional<RecordId> id,
    Optional<String> key,
    Optional<Fingerprint> fingerprint,
    Optional<String> problem,
    Optional<String> reason) {
  static LetterReading of(ReadMessage<?> read, ConsumerName consumer) {
    return switch (read) {
      case ReadMessage.Usable<?> usable ->
          new LetterReading(
              usable.message(),
              Optional.of(RecordId.of(consumer, usable.key())),
              Optional.of(usable.key().readable()),
              usable.fingerprint(),
              Optional.empty(),
              Optional.empty());
      case ReadMessage.Unusable<?> unusable -> unread(unusable.message(), unusable.problem());
      case ReadMessage.Deferred<?> deferred -> unread(deferred.message(), deferred.problem());
    };
  }

  static LetterReading unread(SqsMessage message, String problem) {
    return new LetterReading(
        message,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(problem),
        Optional.empty());
  }

  /** Returns a text without the content and the key, because this text ends up in logs. */
  @Override
  public String toString() {
    return "LetterReading[" + message.messageId().orElse("none") + ", " + id + "]";
  }
}
