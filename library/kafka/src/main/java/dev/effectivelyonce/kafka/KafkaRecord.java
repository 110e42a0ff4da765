package dev.effectivelyonce.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.batch.Origin;
import dev.effectivelyonce.batch.PartitionedMessage;
import dev.effectivelyonce.core.record.TraceParent;
import dev.effectivelyonce.sqs.JsonCodec;
import dev.effectivelyonce.sqs.PayloadType;
import dev.effectivelyonce.sqs.UnreadableMessageException;
import dev.effectivelyonce.streams.RecordData;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A record of a topic in the form in which Lambda delivers it. Missing parts are empty. */
public final class KafkaRecord implements PartitionedMessage {
  private final JsonNode json;
  private final String source;

  KafkaRecord(JsonNode json, String source) {
    this.json = json;
    this.source = source;
  }

  /** Returns the cluster's ARN, or the sorted bootstrap servers of a self-managed cluster. */
  public String source() {
    return source;
  }

  /** Returns the topic. */
  public String topic() {
    return json.path("topic").asText();
  }

  /** Returns the number of the partition; 0 if the record has none. */
  public int partition() {
    return json.path("partition").asInt();
  }

  /** Returns the offset; empty if the record has no valid one. */
  public Optional<Long> offset() {
    return whole("offset");
  }

  /**
   * Returns the time at which the producer created the record or the broker appended it, depending
   * on the topic's configuration.
   */
  public Optional<Instant> timestamp() {
    return whole("timestamp").map(Instant::ofEpochMilli);
  }

  /**
   * Returns the bytes of the record key; empty if it is null.
   *
   * @throws UnreadableMessageException if it is not base64
   */
  public Optional<byte[]> key() {
    return bytes("key");
  }

  /**
   * Returns the record key as text; empty if it is null.
   *
   * @throws UnreadableMessageException if it is not UTF-8 text
   */
  public Optional<String> keyText() {
    return key().map(it -> RecordData.text("key", it));
  }

  /**
   * Returns the values of a header in order, because a name may be repeated. A null value is
   * returned as empty bytes.
   *
   * @throws UnreadableMessageException if the record's headers are not in Lambda's format
   */
  public List<byte[]> headers(String name) {
    return headers().getOrDefault(name, List.of());
  }

  /** Returns the key's schema in a schema registry; empty without a registry. */
  public Optional<KafkaSchema> keySchema() {
    return schema("keySchemaMetadata");
  }

  /** Returns the value's schema in a schema registry; empty without a registry. */
  public Optional<KafkaSchema> valueSchema() {
    return schema("valueSchemaMetadata");
  }

  /** {@inheritDoc} It is the record key in base64. */
  @Override
  public Optional<String> partitionKey() {
    return Optional.of(json.path("key")).filter(JsonNode::isTextual).map(JsonNode::asText);
  }

  @Override
  public Optional<Position> position() {
    return offset().map(it -> new Position(partitionName(), BigInteger.valueOf(it)));
  }

  /** {@inheritDoc} It consists of topic, partition and offset. */
  @Override
  public Optional<String> messageId() {
    return offset().map(it -> partitionName() + "@" + it);
  }

  @Override
  public Optional<String> messagingSystem() {
    return Optional.of("kafka");
  }

  /** {@inheritDoc} Returns the topic. */
  @Override
  public Optional<String> destination() {
    return Optional.of(topic());
  }

  /** {@inheritDoc} Returns the last header {@code traceparent}. */
  @Override
  public Optional<TraceParent> sender() {
    try {
      return headers("traceparent").stream()
          .reduce((ignored, last) -> last)
          .map(it -> RecordData.text("header", it))
          .flatMap(TraceParent::parse);
    } catch (UnreadableMessageException e) {
      return Optional.empty();
    }
  }

  /** Returns a text without the content, because this text ends up in logs. */
  @Override
  public String toString() {
    return "Record[" + messageId().orElse("no offset") + " from " + source + "]";
  }

  String partitionName() {
    return topic() + "-" + partition();
  }

  Origin origin() {
    return new Origin(
        source, partitionName(), offset().map(String::valueOf).orElse(""), shownKey());
  }

  /** Returns it as Lambda handed it over. */
  String text() {
    return RecordData.ascii(json);
  }

  /** Returns the value; empty for a tombstone. Throws, too, if the headers can't be read. */
  <M> Optional<M> value(UnaryOperator<byte[]> opening, PayloadType<M> type, JsonCodec codec) {
    // Otherwise a handler would meet them, and run again in vain.
    headers();
    return bytes("value").map(it -> value(it, opening, type, codec));
  }

  private static <M> M value(
      byte[] data, UnaryOperator<byte[]> opening, PayloadType<M> type, JsonCodec codec) {
    // Serializers of schema registries begin with 0 (Confluent) or 3 (Glue), which no JSON does.
    if (!type.is(byte[].class) && data.length > 0 && (data[0] == 0 || data[0] == 3)) {
      throw new UnreadableMessageException(
          "The record's value is in the binary form of a schema registry",
          "Give the event source mapping the registry, with the event record format JSON");
    }
    return RecordData.read(opening.apply(data), type, codec);
  }

  private Optional<String> shownKey() {
    try {
      return keyText();
    } catch (UnreadableMessageException e) {
      return partitionKey();
    }
  }

  private Optional<Long> whole(String name) {
    JsonNode number = json.path(name);
    return number.isIntegralNumber() && number.canConvertToLong() && number.asLong() >= 0
        ? Optional.of(number.asLong())
        : Optional.empty();
  }

  private Optional<byte[]> bytes(String name) {
    JsonNode base64 = json.path(name);
    if (base64.isNull() || base64.isMissingNode()) {
      return Optional.empty();
    }
    if (!base64.isTextual()) {
      throw RecordData.unreadable("The record's " + name + " is not base64");
    }
    return Optional.of(RecordData.decoded(name, base64.asText()));
  }

  private Optional<KafkaSchema> schema(String name) {
    JsonNode schema = json.path(name);
    return schema.isObject()
        ? Optional.of(
            new KafkaSchema(schema.path("dataFormat").asText(), schema.path("schemaId").asText()))
        : Optional.empty();
  }

  /** Returns the values of each header. */
  Map<String, List<byte[]>> headers() {
    Map<String, List<byte[]>> values = new HashMap<>();
    for (JsonNode header : wellFormed(json.path("headers"), JsonNode::isArray)) {
      wellFormed(header, JsonNode::isObject)
          .properties()
          .forEach(
              it ->
                  values
                      .computeIfAbsent(it.getKey(), ignored -> new ArrayList<>())
                      .add(header(wellFormed(it.getValue(), JsonNode::isArray))));
    }
    return values;
  }

  private static byte[] header(JsonNode numbers) {
    return RecordData.signedBytes(numbers).orElseThrow(KafkaRecord::malformedHeaders);
  }

  private static JsonNode wellFormed(JsonNode part, Predicate<JsonNode> form) {
    if (form.test(part) || part.isNull() || part.isMissingNode()) {
      return part;
    }
    throw malformedHeaders();
  }

  private static UnreadableMessageException malformedHeaders() {
    return RecordData.unreadable("The record's headers are no list of names with bytes");
  }
}
