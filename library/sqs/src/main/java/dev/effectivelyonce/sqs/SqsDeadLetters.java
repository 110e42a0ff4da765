package dev.effectivelyonce.sqs;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.MessageAttribute;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import dev.effectivelyonce.batch.Disposition.Acknowledge;
import dev.effectivelyonce.batch.Disposition.DeadLetter;
import dev.effectivelyonce.batch.HandledMessage;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeNameForSends;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeValue;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;
import software.amazon.awssdk.services.sqs.model.SqsException;

/**
 * Sends messages that failed for good to the dead-letter queue, so that they can be acknowledged.
 * Otherwise the source queue would deliver each message until its last receive before it moves the
 * message. Needs {@code sqs:SendMessage} on the dead-letter queue.
 *
 * <p>A dead letter is a copy of the message with its body, message attributes, X-Ray trace header
 * and message group. One message attribute is added, {@value #MOVED_FROM}, with the information
 * that SQS itself gives about messages that it moves. A replay reads this attribute and removes it.
 *
 * <p>A message that could not be sent stays in the source queue, and the redrive policy moves it
 * after its last receive. This happens to messages that SQS refuses, for example because of an
 * eleventh attribute, and to all messages while the dead-letter queue can't be reached. If the
 * process dies after it has sent a dead letter, or the answer is lost, the message comes again and
 * there may be a second dead letter. If both are replayed, the event still runs once.
 */
public final class SqsDeadLetters {
  /**
   * The attribute with the ARN of the source queue, the message's id in that queue, and the time at
   * which it was sent, in milliseconds since 1970, separated by spaces. The time is omitted if it
   * is not known.
   */
  public static final String MOVED_FROM = "effectivelyOnce.movedFrom";

  private static final Logger LOG = LoggerFactory.getLogger(SqsDeadLetters.class);

  /** The longest time for a call: the rest of the batch needs some, too. */
  private static final Duration CALL_LIMIT = Duration.ofSeconds(3);

  /** The least time in which a letter is begun. */
  private static final Duration FIRST_CALL = Duration.ofMillis(500);

  private static final int SERVER_ERROR = 500;
  private static final int FORBIDDEN = 403;

  private final Supplier<SqsClient> client;
  private final CallTime time;
  private final String queueUrl;

  /**
   * @param client supplies the client; called for the first dead letter and perhaps again, by many
   *     threads, so return the same client each time
   * @param clock the consumer's clock, on which the deadline is based
   * @param queueUrl the queue to which the source queue's redrive policy moves messages
   */
  public SqsDeadLetters(Supplier<SqsClient> client, Clock clock, String queueUrl) {
    this.client = client;
    this.time = new CallTime(clock);
    this.queueUrl = queueUrl;
  }

  /**
   * Returns the batch, in which every message that is in the dead-letter queue now is acknowledged.
   * Throws nothing: that would fail the batch, and bring back messages that are done.
   */
  Collection<HandledMessage<SqsMessage>> move(
      @Nullable SQSEvent event, Collection<HandledMessage<SqsMessage>> handled, Instant deadline) {
    Set<String> failed =
        handled.stream()
            .filter(it -> it.disposition() instanceof DeadLetter)
            // What no queue has sent has no dead-letter queue either.
            .filter(it -> it.message().source().isPresent())
            .flatMap(it -> it.message().messageId().stream())
            .collect(Collectors.toSet());
    if (event == null || failed.isEmpty()) {
      return handled;
    }
    Set<String> sent = sent(event.getRecords(), failed, deadline);
    return handled.stream().map(it -> acknowledged(it, sent)).toList();
  }

  private static HandledMessage<SqsMessage> acknowledged(
      HandledMessage<SqsMessage> handled, Set<String> sent) {
    boolean isMoved =
        handled.disposition() instanceof DeadLetter
            && handled.message().messageId().filter(sent::contains).isPresent();
    return isMoved
        ? new HandledMessage<>(
            handled.message(), new Acknowledge(), handled.key(), handled.fingerprint())
        : handled;
  }

  /** Returns the ids of the messages that were sent. */
  private Set<String> sent(List<SQSMessage> records, Set<String> failed, Instant deadline) {
    // By their ids: a standard queue may deliver a message twice in one batch.
    Map<String, SQSMessage> letters = new LinkedHashMap<>();
    records.stream()
        .filter(it -> it != null && failed.contains(it.getMessageId()))
        .forEach(it -> letters.put(it.getMessageId(), it));
    Set<String> sent = new HashSet<>();
    // What is behind an unsent letter in its group must not be replayed before it.
    Set<String> unsentGroups = new HashSet<>();
    Optional<RuntimeException> trouble = Optional.empty();
    for (SQSMessage record : letters.values()) {
      SqsMessage message = SqsMessage.of(record);
      if (message.messageGroup().filter(unsentGroups::contains).isPresent()) {
        continue;
      }
      try {
        send(record, message, deadline);
        sent.add(record.getMessageId());
      } catch (RuntimeException e) {
        trouble = Optional.of(e);
        if (!isOfThisLetter(e)) {
          break;
        }
        message.messageGroup().filter(ignored -> message.isFifo()).ifPresent(unsentGroups::add);
      }
    }
    LOG.info(
        "{} of {} failed messages were sent to the dead-letter queue", sent.size(), failed.size());
    trouble.ifPresent(
        thrown ->
            LOG.warn(
                "{} messages that failed for good could not be sent to the dead-letter queue. The"
                    + " source queue moves them after their last receive. If this lasts, check"
                    + " the function's right to sqs:SendMessage there, and to the queue's key.",
                failed.size() - sent.size(),
                thrown));
    return sent;
  }

  /** Otherwise the next call is likely to fail as well, and each would cost its time. */
  private static boolean isOfThisLetter(RuntimeException thrown) {
    return thrown instanceof SqsException refused
        && !(refused instanceof QueueDoesNotExistException)
        && !refused.isThrottlingException()
        && refused.statusCode() != FORBIDDEN
        && refused.statusCode() < SERVER_ERROR;
  }

  private void send(SQSMessage record, SqsMessage message, Instant deadline) {
    // Before the client is there, too: the first letter makes it, which takes long in a cold start.
    time.until(deadline.minus(FIRST_CALL));
    SqsClient sqs = client.get();
    Duration timeout = time.until(deadline, CALL_LIMIT);
    sqs.sendMessage(
        letter(record, message)
            .overrideConfiguration(override -> override.apiCallTimeout(timeout))
            .build());
  }

  /**
   * Returns the letter of a message. Its deduplication id is the message's id, as in SQS's own
   * move. The producer's would not do: an hour later a producer may give it to another message.
   */
  private SendMessageRequest.Builder letter(SQSMessage record, SqsMessage message) {
    SendMessageRequest.Builder letter =
        SendMessageRequest.builder()
            .queueUrl(queueUrl)
            .messageBody(record.getBody())
            .messageAttributes(attributes(record, message));
    message.messageGroup().ifPresent(letter::messageGroupId);
    message.traceHeader().ifPresent(it -> letter.messageSystemAttributes(trace(it)));
    return message.isFifo() ? letter.messageDeduplicationId(record.getMessageId()) : letter;
  }

  private static Map<String, MessageAttributeValue> attributes(
      SQSMessage record, SqsMessage message) {
    Map<String, MessageAttributeValue> attributes = new HashMap<>();
    Optional.ofNullable(record.getMessageAttributes()).orElse(Map.of()).entrySet().stream()
        .filter(it -> it.getValue() != null)
        .forEach(it -> attributes.put(it.getKey(), value(it.getValue())));
    attributes.put(
        MOVED_FROM,
        MessageAttributeValue.builder().dataType("String").stringValue(origin(message)).build());
    return attributes;
  }

  private static String origin(SqsMessage message) {
    String sentAt = message.sentAt().map(it -> " " + it.toEpochMilli()).orElse("");
    return message.source().orElseThrow().arn() + " " + message.messageId().orElseThrow() + sentAt;
  }

  private static MessageAttributeValue value(MessageAttribute attribute) {
    ByteBuffer bytes = attribute.getBinaryValue();
    return MessageAttributeValue.builder()
        .dataType(attribute.getDataType())
        .stringValue(attribute.getStringValue())
        .binaryValue(bytes == null ? null : SdkBytes.fromByteBuffer(bytes.duplicate()))
        .build();
  }

  private static Map<MessageSystemAttributeNameForSends, MessageSystemAttributeValue> trace(
      String header) {
    return Map.of(
        MessageSystemAttributeNameForSends.AWS_TRACE_HEADER,
        MessageSystemAttributeValue.builder().dataType("String").stringValue(header).build());
  }
}
