package dev.effectivelyonce.local.eventsource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** Builds the event that Lambda hands to a function for records of a stream: with keys alone. */
final class StreamEventJson {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private StreamEventJson() {}

  static String of(List<Record> records, String streamArn, String region) {
    ObjectNode event = JSON.objectNode();
    var all = event.putArray("Records");
    records.forEach(record -> all.add(record(record, streamArn, region)));
    return event.toString();
  }

  private static ObjectNode record(Record record, String streamArn, String region) {
    ObjectNode json = JSON.objectNode();
    json.put("eventID", record.eventID());
    json.put("eventName", record.eventNameAsString());
    json.put("eventVersion", record.eventVersion());
    json.put("eventSource", "aws:dynamodb");
    json.put("eventSourceARN", streamArn);
    json.put("awsRegion", region);
    ObjectNode change = json.putObject("dynamodb");
    change.put(
        "ApproximateCreationDateTime",
        record.dynamodb().approximateCreationDateTime().getEpochSecond());
    change.put("SequenceNumber", record.dynamodb().sequenceNumber());
    change.put("StreamViewType", record.dynamodb().streamViewTypeAsString());
    ObjectNode keys = change.putObject("Keys");
    record.dynamodb().keys().forEach((name, value) -> keys.set(name, value(value)));
    return json;
  }

  private static ObjectNode value(AttributeValue value) {
    ObjectNode json = JSON.objectNode();
    switch (value.type()) {
      case S -> json.put("S", value.s());
      case N -> json.put("N", value.n());
      default -> json.put("B", value.b().asByteArray());
    }
    return json;
  }
}
