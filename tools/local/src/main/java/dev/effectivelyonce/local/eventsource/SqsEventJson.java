package dev.effectivelyonce.local.eventsource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** Builds the event that Lambda hands to a function for a batch of messages. */
final class SqsEventJson {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private SqsEventJson() {}

  static String of(List<Message> batch, String queueArn, String region) {
    ObjectNode event = JSON.objectNode();
    var records = event.putArray("Records");
    batch.forEach(message -> records.add(record(message, queueArn, region)));
    return event.toString();
  }

  private static ObjectNode record(Message message, String queueArn, String region) {
    ObjectNode record = JSON.objectNode();
    record.put("messageId", message.messageId());
    record.put("receiptHandle", message.receiptHandle());
    record.put("body", message.body());
    ObjectNode attributes = record.putObject("attributes");
    message.attributesAsStrings().forEach(attributes::put);
    record.set("messageAttributes", messageAttributes(message.messageAttributes()));
    record.put("md5OfBody", message.md5OfBody());
    if (message.md5OfMessageAttributes() != null) {
      record.put("md5OfMessageAttributes", message.md5OfMessageAttributes());
    }
    record.put("eventSource", "aws:sqs");
    record.put("eventSourceARN", queueArn);
    record.put("awsRegion", region);
    return record;
  }

  private static ObjectNode messageAttributes(Map<String, MessageAttributeValue> attributes) {
    ObjectNode all = JSON.objectNode();
    attributes.forEach((name, value) -> all.set(name, messageAttribute(value)));
    return all;
  }

  private static ObjectNode messageAttribute(MessageAttributeValue value) {
    ObjectNode attribute = JSON.objectNode();
    if (value.stringValue() != null) {
      attribute.put("stringValue", value.stringValue());
    }
    if (value.binaryValue() != null) {
      attribute.put("binaryValue", value.binaryValue().asByteArray());
    }
    attribute.putArray("stringListValues");
    attribute.putArray("binaryListValues");
    attribute.put("dataType", value.dataType());
    return attribute;
  }
}
