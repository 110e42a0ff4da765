package dev.effectivelyonce.sqs;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.MessageAttribute;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Records of SQS events for the tests of this package. */
final class TestMessages {
  static final String STANDARD_ARN = "arn:aws:sqs:eu-central-1:123456789012:orders";
  static final String FIFO_ARN = STANDARD_ARN + ".fifo";

  private TestMessages() {}

  static SQSMessage record(Consumer<SQSMessage> change) {
    SQSMessage record = new SQSMessage();
    record.setMessageId("id-1");
    record.setReceiptHandle("receipt-1");
    record.setBody("{\"id\":\"a\"}");
    record.setEventSourceArn(STANDARD_ARN);
    change.accept(record);
    return record;
  }

  static SqsMessage message(Consumer<SQSMessage> change) {
    return SqsMessage.of(record(change));
  }

  static SqsMessage withBody(String body) {
    return message(record -> record.setBody(body));
  }

  /** Returns a message with one attribute, a text. */
  static SqsMessage withAttribute(String body, String name, String value) {
    return message(
        record -> {
          record.setBody(body);
          record.setMessageAttributes(Map.of(name, string(value)));
        });
  }

  static SQSEvent event(List<SQSMessage> records) {
    SQSEvent event = new SQSEvent();
    event.setRecords(records);
    return event;
  }

  static SqsMessage withSystem(Map<String, String> attributes) {
    return message(record -> record.setAttributes(attributes));
  }

  static MessageAttribute string(String value) {
    MessageAttribute attribute = new MessageAttribute();
    attribute.setDataType("String");
    attribute.setStringValue(value);
    return attribute;
  }

  static MessageAttribute binary(byte... value) {
    MessageAttribute attribute = new MessageAttribute();
    attribute.setDataType("Binary");
    attribute.setBinaryValue(ByteBuffer.wrap(value));
    return attribute;
  }
}
