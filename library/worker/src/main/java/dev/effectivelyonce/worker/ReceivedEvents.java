package dev.effectivelyonce.worker;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.MessageAttribute;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** Received messages as the records that Lambda would make of them. */
final class ReceivedEvents {
  private ReceivedEvents() {}

  static SQSEvent event(List<Message> messages, String queueArn) {
    SQSEvent event = new SQSEvent();
    event.setRecords(messages.stream().map(message -> record(message, queueArn)).toList());
    return event;
  }

  private static SQSMessage record(Message message, String queueArn) {
    SQSMessage record = new SQSMessage();
    record.setMessageId(message.messageId());
    record.setReceiptHandle(message.receiptHandle());
    record.setBody(message.body());
    record.setEventSource("aws:sqs");
    record.setEventSourceArn(queueArn);
    record.setAttributes(message.attributesAsStrings());
    record.setMessageAttributes(
        message.messageAttributes().entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, entry -> attribute(entry.getValue()))));
    return record;
  }

  private static MessageAttribute attribute(MessageAttributeValue value) {
    MessageAttribute attribute = new MessageAttribute();
    attribute.setDataType(value.dataType());
    attribute.setStringValue(value.stringValue());
    if (value.binaryValue() != null) {
      attribute.setBinaryValue(value.binaryValue().asByteBuffer());
    }
    return attribute;
  }
}
