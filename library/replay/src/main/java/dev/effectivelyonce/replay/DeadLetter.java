package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.sqs.SourceQueue;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/**
 * A message as received from a dead-letter queue.
 *
 * @param raw the message of SQS, as it is judged and sent
 * @param received the same before it was edited
 */
record DeadLetter(Message raw, Message received) {
  DeadLetter(Message raw) {
    this(raw, raw);
  }

  DeadLetter edited(Message other) {
    return new DeadLetter(other, received);
  }

  /** Returns it as it was received. */
  DeadLetter unedited() {
    return new DeadLetter(received);
  }

  /** Returns the id of what is sent: another for each edit, or SQS drops the second copy. */
  String copyId() {
    return raw.equals(received)
        ? id()
        : id() + "-" + Fingerprint.of(raw.body(), new TreeMap<>(raw.messageAttributes())).value();
  }

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
