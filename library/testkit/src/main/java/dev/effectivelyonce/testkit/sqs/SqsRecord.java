package dev.effectivelyonce.testkit.sqs;

import com.amazonaws.services.lambda.runtime.events.SQSEvent.MessageAttribute;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import dev.effectivelyonce.testkit.ManualClock;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A record of an {@code SQSEvent}. Immutable; every method that changes something returns another
 * record. The initial record is a well-formed first receive with the body {@code {}}.
 */
public final class SqsRecord {
  /** The account that owns the queues. */
  public static final String ACCOUNT = "123456789012";

  /** The region of the queues. */
  public static final String REGION = "eu-central-1";

  private static final String GROUP = "MessageGroupId";
  private static final String RECEIVE_COUNT = "ApproximateReceiveCount";
  private static final String SENT = "SentTimestamp";
  private static final String TRACE_HEADER = "AWSTraceHeader";

  private final SQSMessage message;

  private SqsRecord(SQSMessage message) {
    this.message = message;
  }

  /**
   * Returns a record of a queue.
   *
   * @param queue the name of the queue; it is a FIFO queue if the name ends in {@code .fifo}
   */
  public static SqsRecord of(String queue, String messageId) {
    SQSMessage message = new SQSMessage();
    message.setMessageId(messageId);
    message.setReceiptHandle("receipt-1-of-" + messageId);
    message.setBody("{}");
    message.setEventSource("aws:sqs");
    message.setEventSourceArn(arn(queue));
    message.setAwsRegion(REGION);
    message.setAttributes(Map.of());
    message.setMessageAttributes(Map.of());
    return new SqsRecord(message).receiveCount(1).sentAt(ManualClock.START);
  }

  /** Returns the ARN of a queue by its name. */
  public static String arn(String queue) {
    return "arn:aws:sqs:" + REGION + ":" + ACCOUNT + ":" + queue;
  }

  /** Returns this record with another message id and a new receipt handle. */
  public SqsRecord id(String messageId) {
    return with(
        changed -> {
          changed.setMessageId(messageId);
          changed.setReceiptHandle("receipt-1-of-" + messageId);
        });
  }

  /** Returns this record with another body. */
  public SqsRecord body(String body) {
    return with(changed -> changed.setBody(body));
  }

  /** Returns this record in a message group, which messages of standard queues can have too. */
  public SqsRecord group(String messageGroup) {
    return systemAttribute(GROUP, messageGroup);
  }

  /** Returns this record with a receive count. */
  public SqsRecord receiveCount(int receives) {
    return systemAttribute(RECEIVE_COUNT, Integer.toString(receives));
  }

  /** Returns this record with another send time. */
  public SqsRecord sentAt(Instant time) {
    return systemAttribute(SENT, Long.toString(time.toEpochMilli()));
  }

  /** Returns this record with an X-Ray trace header, as SQS passes it on. */
  public SqsRecord traceHeader(String header) {
    return systemAttribute(TRACE_HEADER, header);
  }

  /** Returns this record with a W3C trace context. */
  public SqsRecord traceparent(String header) {
    return attribute("traceparent", header);
  }

  /** Returns this record with another receipt handle. */
  public SqsRecord receiptHandle(String handle) {
    return with(changed -> changed.setReceiptHandle(handle));
  }

  /** Returns this record with a message attribute of type {@code String}. */
  public SqsRecord attribute(String name, String value) {
    MessageAttribute attribute = new MessageAttribute();
    attribute.setDataType("String");
    attribute.setStringValue(value);
    return messageAttribute(name, attribute);
  }

  /** Returns this record with a message attribute of type {@code Binary}. */
  public SqsRecord binaryAttribute(String name, byte[] value) {
    MessageAttribute attribute = new MessageAttribute();
    attribute.setDataType("Binary");
    attribute.setBinaryValue(ByteBuffer.wrap(value.clone()));
    return messageAttribute(name, attribute);
  }

  /** Returns this record with a system attribute, such as {@code ApproximateReceiveCount}. */
  public SqsRecord systemAttribute(String name, String value) {
    return with(changed -> changed.setAttributes(added(changed.getAttributes(), name, value)));
  }

  /**
   * Returns this record with any change, for malformed records: {@code record.with(m ->
   * m.setBody(null))}. Replace its maps instead of changing them.
   */
  public SqsRecord with(Consumer<SQSMessage> change) {
    SQSMessage copy = message.clone();
    change.accept(copy);
    return new SqsRecord(copy);
  }

  /** Returns the record as Lambda passes it. */
  public SQSMessage toMessage() {
    return message.clone();
  }

  private SqsRecord messageAttribute(String name, MessageAttribute attribute) {
    return with(
        changed ->
            changed.setMessageAttributes(added(changed.getMessageAttributes(), name, attribute)));
  }

  private static <V> Map<String, V> added(Map<String, V> map, String name, V value) {
    Map<String, V> copy = new HashMap<>(Optional.ofNullable(map).orElseGet(Map::of));
    copy.put(name, value);
    return copy;
  }
}
