package dev.effectivelyonce.sqs;

import com.amazonaws.services.lambda.runtime.events.SQSEvent.MessageAttribute;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import dev.effectivelyonce.batch.SourceMessage;
import dev.effectivelyonce.core.record.TraceParent;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An SQS message as received, without nulls. If it came in an {@link Envelope}, body and attributes
 * are those of the event inside.
 *
 * @param messageId SQS's id of this copy; empty if the record has none
 * @param receiptHandle the handle of this receive; empty if the record has none
 * @param body the body as it was sent; empty if the record has none
 * @param source the queue; empty if the record names none or another service
 * @param messageGroup the message group id; messages of standard queues have it too (fair queues)
 * @param receiveCount how often the message was received, from 1; 1 if the record does not contain
 *     the count
 * @param sentAt when it was sent
 * @param traceHeader the X-Ray trace header that SQS passes on ({@code AWSTraceHeader})
 * @param attributes the message attributes that are strings or numbers, by name
 */
public record SqsMessage(
    Optional<String> messageId,
    Optional<String> receiptHandle,
    Optional<String> body,
    Optional<SourceQueue> source,
    Optional<String> messageGroup,
    int receiveCount,
    Optional<Instant> sentAt,
    Optional<String> traceHeader,
    Map<String, String> attributes)
    implements SourceMessage {

  /** Returns the view of a record; whatever is missing or malformed in it is empty. */
  static SqsMessage of(SQSMessage record) {
    return of(record, SourceQueue::parse);
  }

  /**
   * Returns the view of a record; whatever is missing or malformed in it is empty.
   *
   * @param queues the queue of an ARN: that of {@link SourceQueue#parse}, perhaps cached
   */
  static SqsMessage of(SQSMessage record, Function<String, Optional<SourceQueue>> queues) {
    Map<String, String> system = orEmpty(record.getAttributes());
    return new SqsMessage(
        text(record.getMessageId()),
        text(record.getReceiptHandle()),
        Optional.ofNullable(record.getBody()),
        text(record.getEventSourceArn()).flatMap(queues),
        text(system.get("MessageGroupId")),
        receiveCount(system),
        number(system.get("SentTimestamp")).flatMap(SqsMessage::instant),
        text(system.get("AWSTraceHeader")),
        stringAttributes(record));
  }

  /**
   * Returns a message of which no more is known, such as one in a file.
   *
   * @param attributes the message attributes that are strings or numbers, by name
   */
  public static SqsMessage of(
      Optional<String> messageId, String body, Map<String, String> attributes) {
    return new SqsMessage(
        messageId,
        Optional.empty(),
        Optional.of(body),
        Optional.empty(),
        Optional.empty(),
        1,
        Optional.empty(),
        Optional.empty(),
        attributes);
  }

  /** Returns an event of this message, as it is inside of its envelope. */
  SqsMessage opened(Content content) {
    return new SqsMessage(
        messageId,
        receiptHandle,
        Optional.of(content.text()),
        source,
        messageGroup,
        receiveCount,
        sentAt,
        traceHeader,
        content.attributes());
  }

  /** Returns whether it came from a FIFO queue. */
  public boolean isFifo() {
    return source.filter(SourceQueue::isFifo).isPresent();
  }

  /** {@inheritDoc} Returns true for a FIFO queue. */
  @Override
  public boolean isOrdered() {
    return isFifo();
  }

  @Override
  public Optional<String> messagingSystem() {
    return Optional.of("aws.sqs");
  }

  /** {@inheritDoc} Returns the name of the queue. */
  @Override
  public Optional<String> destination() {
    return source.map(SourceQueue::name);
  }

  /**
   * {@inheritDoc} Returns the message attribute {@code traceparent}, or else the X-Ray header that
   * SQS passes on.
   */
  @Override
  public Optional<TraceParent> sender() {
    return TraceContext.sender(this);
  }

  /**
   * {@inheritDoc} The fields are {@code messageId} and those of its trace, {@code traceId}, {@code
   * traceparent} and {@code xrayTraceId}, if it has them.
   */
  @Override
  public Map<String, Optional<String>> logFields() {
    TraceContext trace = TraceContext.of(this);
    return Map.of(
        "messageId", Optional.of(messageId.orElse("none")),
        "traceId", trace.traceId(),
        "traceparent", trace.traceparent(),
        "xrayTraceId", trace.xrayTraceId());
  }

  /** Returns a text without the content, because this text ends up in logs. */
  @Override
  public String toString() {
    return "Message["
        + messageId.orElse("no id")
        + " from "
        + source.map(SourceQueue::arn).orElse("no queue")
        + "]";
  }

  private static int receiveCount(Map<String, String> system) {
    long receives = number(system.get("ApproximateReceiveCount")).orElse(1L);
    return (int) Math.min(receives, Integer.MAX_VALUE);
  }

  private static Map<String, String> stringAttributes(SQSMessage record) {
    Map<String, MessageAttribute> attributes = orEmpty(record.getMessageAttributes());
    return attributes.isEmpty()
        ? Map.of()
        : attributes.entrySet().stream()
            .filter(entry -> entry.getValue() != null && entry.getValue().getStringValue() != null)
            .collect(
                Collectors.toUnmodifiableMap(
                    Map.Entry::getKey, entry -> entry.getValue().getStringValue()));
  }

  private static <V> Map<String, V> orEmpty(@Nullable Map<String, V> map) {
    return map == null ? Map.of() : map;
  }

  private static Optional<String> text(@Nullable String value) {
    return value == null || value.isBlank() ? Optional.empty() : Optional.of(value);
  }

  private static Optional<Long> number(@Nullable String value) {
    try {
      return text(value).map(Long::valueOf).filter(number -> number > 0);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static Optional<Instant> instant(long epochMillis) {
    try {
      return Optional.of(Instant.ofEpochMilli(epochMillis));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
