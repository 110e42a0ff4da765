package dev.effectivelyonce.sqs;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.MessageAttribute;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.effectivelyonce.core.ConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the parts of an event's JSON that {@link SqsMessage} shows. A record of the wrong shape
 * becomes an empty record: left out, its message would be deleted unhandled. A pipe of EventBridge
 * sends the array of records by itself.
 */
final class SqsEventReader {
  private final JsonFactory json;

  SqsEventReader(JsonFactory json) {
    this.json = json;
  }

  /**
   * Returns the event; null where the JSON is null.
   *
   * @throws IOException if it is not JSON
   * @throws ConfigurationException if it is JSON, but no batch of records
   */
  @Nullable SQSEvent read(InputStream input) throws IOException {
    try (JsonParser parser = json.createParser(input)) {
      JsonToken first = parser.nextToken();
      return first == JsonToken.VALUE_NULL ? null : event(parser, first);
    }
  }

  private static SQSEvent event(JsonParser parser, @Nullable JsonToken first) throws IOException {
    SQSEvent event = new SQSEvent();
    if (first == JsonToken.START_ARRAY) {
      event.setRecords(piped(records(parser, first)));
      return event;
    }
    if (first != JsonToken.START_OBJECT) {
      throw noBatch("The event is no JSON object");
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String field = parser.currentName();
      JsonToken value = parser.nextToken();
      if (field.equals("Records") && value != JsonToken.VALUE_NULL) {
        event.setRecords(records(parser, value));
      } else {
        parser.skipChildren();
      }
    }
    return event;
  }

  /** Returns the records of a pipe of EventBridge, which hands them over as an array. */
  private static List<SQSMessage> piped(List<SQSMessage> records) {
    if (records.isEmpty() || records.stream().anyMatch(it -> !isFromQueue(it))) {
      throw new ConfigurationException(
          "The event is an array, as EventBridge Pipes sends it, but not of whole messages of SQS",
          "Invoke the function from an SQS event source, or from a pipe whose source is a queue and"
              + " whose target has no input template");
    }
    return records;
  }

  private static boolean isFromQueue(SQSMessage record) {
    return record.getMessageId() != null && SqsMessage.of(record).source().isPresent();
  }

  private static List<SQSMessage> records(JsonParser parser, JsonToken value) throws IOException {
    if (value != JsonToken.START_ARRAY) {
      throw noBatch("The event's Records are no array");
    }
    List<SQSMessage> records = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      records.add(record(parser));
    }
    return records;
  }

  private static SQSMessage record(JsonParser parser) throws IOException {
    SQSMessage record = new SQSMessage();
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      parser.skipChildren();
      return record;
    }
    Set<String> named = new HashSet<>();
    boolean isAmbiguous = false;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String field = parser.currentName();
      isAmbiguous |= !named.add(field);
      parser.nextToken();
      switch (field) {
        case "messageId" -> record.setMessageId(text(parser));
        case "receiptHandle" -> record.setReceiptHandle(text(parser));
        case "body" -> record.setBody(text(parser));
        case "eventSourceARN" -> record.setEventSourceArn(text(parser));
        case "attributes" -> record.setAttributes(map(parser, SqsEventReader::text));
        case "messageAttributes" ->
            record.setMessageAttributes(map(parser, SqsEventReader::attribute));
        default -> parser.skipChildren();
      }
    }
    if (isAmbiguous) {
      // Neither of two values is the event. Without a body its message is a dead letter.
      record.setBody(null);
    }
    return record;
  }

  private static MessageAttribute attribute(JsonParser parser) throws IOException {
    Map<String, String> fields = map(parser, SqsEventReader::text);
    MessageAttribute attribute = new MessageAttribute();
    attribute.setDataType(fields.get("dataType"));
    attribute.setStringValue(fields.get("stringValue"));
    attribute.setBinaryValue(binary(fields.get("binaryValue")));
    return attribute;
  }

  /** Returns null for what is no Base64, which SQS never sends. */
  private static @Nullable ByteBuffer binary(@Nullable String base64) {
    try {
      return base64 == null ? null : ByteBuffer.wrap(Base64.getDecoder().decode(base64));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private interface Value<V> {
    @Nullable V read(JsonParser parser) throws IOException;
  }

  private static <V> Map<String, V> map(JsonParser parser, Value<V> value) throws IOException {
    Map<String, V> map = new HashMap<>();
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      parser.skipChildren();
      return map;
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      V read = value.read(parser);
      if (read != null) {
        map.put(name, read);
      }
    }
    return map;
  }

  /** Returns a string, number or boolean as text; null for anything else. */
  private static @Nullable String text(JsonParser parser) throws IOException {
    String text = parser.getValueAsString();
    parser.skipChildren();
    return text;
  }

  private static ConfigurationException noBatch(String problem) {
    return new ConfigurationException(problem, "Invoke the function from an SQS event source");
  }
}
