package dev.effectivelyonce.streams;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.batch.Origin;
import dev.effectivelyonce.batch.PartitionedMessage;
import java.math.BigInteger;
import java.util.Optional;
import java.util.function.Predicate;

/** A record of a stream in the form in which Lambda delivers it. Missing parts are empty. */
public final class StreamRecord implements PartitionedMessage {
  private static final int LONGEST_NUMBER = 128;

  private final JsonNode json;
  private final StreamKind kind;

  StreamRecord(JsonNode json, StreamKind kind) {
    this.json = json;
    this.kind = kind;
  }

  /** Returns the ARN of the stream, or of its consumer with enhanced fan-out. */
  public String source() {
    return json.path("eventSourceARN").asText();
  }

  /** Returns the shard; empty for DynamoDB Streams, where Lambda does not name it. */
  public String shard() {
    String id = json.path("eventID").asText();
    return kind == StreamKind.KINESIS && id.contains(":") ? id.substring(0, id.indexOf(':')) : "";
  }

  /** Returns the sequence number as it was delivered. */
  public Optional<String> sequenceNumber() {
    return text(content().path(kind.sequenceNumber()));
  }

  /** {@inheritDoc} In a DynamoDB stream it is the item's key as JSON. */
  @Override
  public Optional<String> partitionKey() {
    JsonNode key = content().path(kind.partitionKey());
    return key.isObject() ? Optional.of(RecordData.json(key)) : text(key);
  }

  @Override
  public Optional<Position> position() {
    return sequenceNumber()
        .filter(it -> it.length() <= LONGEST_NUMBER && it.matches("[0-9]+"))
        .map(it -> new Position(source() + "/" + shard(), new BigInteger(it)));
  }

  /** {@inheritDoc} It is the id of the event, which contains the sequence number. */
  @Override
  public Optional<String> messageId() {
    return text(json.path("eventID"));
  }

  /** Returns a text without the content, because this text ends up in logs. */
  @Override
  public String toString() {
    return "Record[" + messageId().orElse("no id") + " from " + source() + "]";
  }

  Origin origin() {
    return new Origin(source(), shard(), sequenceNumber().orElse(""), partitionKey());
  }

  /** Returns it as Lambda handed it over. */
  String text() {
    return RecordData.ascii(json);
  }

  JsonNode json() {
    return json;
  }

  JsonNode content() {
    return json.path(kind.content());
  }

  private static Optional<String> text(JsonNode node) {
    return Optional.of(node)
        .filter(JsonNode::isTextual)
        .map(JsonNode::asText)
        .filter(Predicate.not(String::isBlank));
  }
}
