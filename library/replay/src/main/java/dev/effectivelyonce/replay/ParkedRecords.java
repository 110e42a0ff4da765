package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.replay.Candidate.Obstacle;
import dev.effectivelyonce.replay.Candidate.Origin;
import dev.effectivelyonce.sqs.SqsMessage;
import dev.effectivelyonce.sqs.SqsParking;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads parked records. A record names its idempotency record, so that no key is needed. */
final class ParkedRecords {
  /**
   * The age that a record has in a FIFO queue before it is invoked. SQS silently drops a record
   * that is parked again within five minutes, and clocks may differ by a quarter of an hour.
   */
  static final Duration SETTLED = Duration.ofMinutes(5).plus(Horizon.SKEW);

  private static final Pattern HASH = Pattern.compile("[A-Za-z0-9_-]{43}");

  private ParkedRecords() {}

  static Candidate candidate(
      DeadLetter letter, ParkingQueue queue, QueuePair.Facts facts, Instant now) {
    SqsMessage message = letter.asReceivedFrom(facts.source());
    if (!message.attributes().containsKey(SqsParking.ID)) {
      return unread(
          message,
          "No consumer parked it. Lambda says so where it gave a batch up, and"
              + " names its place alone: read the records from their source");
    }
    if (!attribute(message, SqsParking.CONSUMER)
        .filter(queue.consumer().value()::equals)
        .isPresent()) {
      return new Candidate(reading(message, queue), Origin.OTHER, Optional.empty());
    }
    boolean isOmitted =
        attribute(message, SqsParking.PAYLOAD).filter(SqsParking.OMITTED::equals).isPresent();
    if (!isOmitted && ParkedEvent.of(letter).isEmpty()) {
      return unread(message, "Its body is no record that Lambda hands over");
    }
    return new Candidate(
        reading(message, queue),
        Origin.OURS,
        isOmitted ? Optional.of(omitted(message)) : recent(message, queue, now));
  }

  /** Returns what tells that two messages are one record. */
  static String id(DeadLetter letter) {
    return attribute(letter, SqsParking.ID).orElse(letter.id());
  }

  /** Returns the partition of a record, with its source. */
  static String partition(DeadLetter letter) {
    return attribute(letter, SqsParking.SOURCE).orElse("")
        + " "
        + attribute(letter, SqsParking.PARTITION).orElse("");
  }

  static Optional<String> attribute(DeadLetter letter, String name) {
    return Optional.ofNullable(letter.stringAttributes().get(name));
  }

  private static LetterReading reading(SqsMessage message, ParkingQueue queue) {
    return new LetterReading(
        message,
        attribute(message, SqsParking.RECORD)
            .map(RecordId::new)
            .filter(it -> HASH.matcher(it.keyHash()).matches())
            .filter(it -> it.value().equals(queue.consumer().value() + "#" + it.keyHash())),
        Optional.empty(),
        attribute(message, SqsParking.FINGERPRINT).map(Fingerprint::new),
        Optional.empty(),
        attribute(message, SqsParking.REASON));
  }

  private static Candidate unread(SqsMessage message, String problem) {
    return new Candidate(LetterReading.unread(message, problem), Origin.OURS, Optional.empty());
  }

  private static Obstacle omitted(SqsMessage message) {
    return new Obstacle(
        LeaveReason.PAYLOAD_OMITTED,
        "It was too large for the queue. Read it at position %s%s of %s"
            .formatted(
                attribute(message, SqsParking.POSITION).orElse("?"),
                attribute(message, SqsParking.PARTITION).map(it -> " of " + it).orElse(""),
                attribute(message, SqsParking.SOURCE).orElse("its source")));
  }

  private static Optional<Obstacle> recent(SqsMessage message, ParkingQueue queue, Instant now) {
    return Optional.of(
            new Obstacle(
                LeaveReason.PARKED_JUST_NOW,
                "A FIFO queue would drop it if it were parked again so soon"))
        .filter(ignored -> queue.isFifo())
        .filter(
            ignored -> message.sentAt().filter(it -> !now.isBefore(it.plus(SETTLED))).isEmpty());
  }

  private static Optional<String> attribute(SqsMessage message, String name) {
    return Optional.ofNullable(message.attributes().get(name));
  }
}
