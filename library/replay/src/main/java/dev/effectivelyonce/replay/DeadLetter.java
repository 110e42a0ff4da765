package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.sqs.SourceQueue;
import dev.effectivelyonce.sqs.SqsDeadLetters;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/**
 * A message as received from a dead-letter queue.
 *
 * @param raw the message of SQS, as it is judged and sent
 * @param received the same before it was edited
 * @param letterId the id that the letter has in its queue: two letters of one message have two
 */
record DeadLetter(Message raw, Message received, String letterId) {
  private static final Pattern MOVED_FROM =
      Pattern.compile("(?<queue>arn:\\S+) (?<id>\\S+)(?: (?<sentAt>[0-9]{1,15}))?");

  DeadLetter(Message raw) {
    this(raw, raw, raw.messageId());
  }

  /**
   * Returns a message of a dead-letter queue as SQS gives those that it moved itself. One that its
   * consumer sent there names its queue, id and time in an attribute, which no copy must have.
   */
  static DeadLetter received(Message message, boolean isFifo) {
    Map<String, MessageAttributeValue> attributes = new HashMap<>(message.messageAttributes());
    MessageAttributeValue movedFrom = attributes.remove(SqsDeadLetters.MOVED_FROM);
    if (movedFrom == null) {
      return new DeadLetter(message);
    }
    Message plain = message.toBuilder().messageAttributes(attributes).build();
    Matcher known = MOVED_FROM.matcher(Objects.requireNonNullElse(movedFrom.stringValue(), ""));
    boolean isMovedBySqs =
        message.attributes().containsKey(MessageSystemAttributeName.DEAD_LETTER_QUEUE_SOURCE_ARN);
    Message moved = isMovedBySqs || !known.matches() ? plain : movedBySqs(plain, known, isFifo);
    return new DeadLetter(moved, moved, message.messageId());
  }

  /** A letter of a standard queue keeps the time of its sending, one of FIFO has its move's. */
  private static Message movedBySqs(Message message, MatchResult movedFrom, boolean isFifo) {
    Map<MessageSystemAttributeName, String> attributes = new HashMap<>(message.attributes());
    attributes.put(
        MessageSystemAttributeName.DEAD_LETTER_QUEUE_SOURCE_ARN, movedFrom.group("queue"));
    String sentAt = movedFrom.group("sentAt");
    if (!isFifo && sentAt != null) {
      attributes.put(MessageSystemAttributeName.SENT_TIMESTAMP, sentAt);
    }
    return message.toBuilder().messageId(movedFrom.group("id")).attributes(attributes).build();
  }

  DeadLetter edited(Message other) {
    return new DeadLetter(other, received, letterId);
  }

  /** Returns it as it was received. */
  DeadLetter unedited() {
    return new DeadLetter(received, received, letterId);
  }

  /** Returns the id of what is sent: another for each edit, or SQS drops the second copy. */
  String copyId() {
    return raw.equals(received)
        ? id()
        : id() + "-" + Fingerprint.of(raw.body(), new TreeMap<>(raw.messageAttributes())).value();
  }

  /** Returns the id of its message in the source queue. */
  String id() {
    return received.messageId();
  }

  String receiptHandle() {
    return received.receiptHandle();
  }

  Optional<String> group() {
    return system(MessageSystemAttributeName.MESSAGE_GROUP_ID);
  }

  Optional<String> traceHeader() {
    return system(MessageSystemAttributeName.AWS_TRACE_HEADER);
  }

  /** Returns the queue that SQS moved it from, if SQS names it. */
  Optional<String> movedFrom() {
    return system(MessageSystemAttributeName.DEAD_LETTER_QUEUE_SOURCE_ARN);
  }

  /** Returns the message as the consumer of its source queue would see it. */
  dev.effectivelyonce.sqs.SqsMessage asReceivedFrom(SourceQueue source) {
    return new dev.effectivelyonce.sqs.SqsMessage(
        Optional.of(raw.messageId()),
        Optional.of(receiptHandle()),
        Optional.ofNullable(raw.body()),
        Optional.of(source),
        group(),
        number(MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT).map(Long::intValue).orElse(1),
        number(MessageSystemAttributeName.SENT_TIMESTAMP).map(Instant::ofEpochMilli),
        traceHeader(),
        stringAttributes());
  }

  /** Returns the message attributes that are texts. */
  Map<String, String> stringAttributes() {
    return raw.messageAttributes().entrySet().stream()
        .filter(entry -> entry.getValue().stringValue() != null)
        .collect(
            Collectors.toUnmodifiableMap(
                Map.Entry::getKey, entry -> entry.getValue().stringValue()));
  }

  private Optional<Long> number(MessageSystemAttributeName name) {
    return system(name).filter(text -> text.matches("[0-9]{1,15}")).map(Long::valueOf);
  }

  private Optional<String> system(MessageSystemAttributeName name) {
    return Optional.ofNullable(raw.attributes().get(name)).filter(text -> !text.isBlank());
  }
}
