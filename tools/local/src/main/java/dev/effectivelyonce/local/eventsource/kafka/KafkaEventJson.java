package dev.effectivelyonce.local.eventsource.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.local.template.KafkaMapping;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Builds the event that Lambda hands to a function for records of a topic. */
record KafkaEventJson(KafkaMapping mapping, String bootstrapServers) {
  /** More than the frame of an event and the names of its partitions take. */
  static final int FRAME_BYTES = 64 * 1024;

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  ObjectNode of(List<ConsumerRecord<byte[], byte[]>> records) {
    ObjectNode event = JSON.objectNode();
    event.put("eventSource", mapping.clusterArn().isPresent() ? "aws:kafka" : "SelfManagedKafka");
    mapping.clusterArn().ifPresent(arn -> event.put("eventSourceArn", arn));
    event.put("bootstrapServers", bootstrapServers);
    ObjectNode partitions = event.putObject("records");
    records.forEach(record -> partitions.withArrayProperty(partition(record)).add(json(record)));
    return event;
  }

  /** What a record adds to the size of an event. */
  static long bytes(ConsumerRecord<byte[], byte[]> record) {
    return json(record).toString().getBytes(UTF_8).length + 1L;
  }

  /** The name that the event and the function's response have for a record's partition. */
  static String partition(ConsumerRecord<byte[], byte[]> record) {
    return record.topic() + "-" + record.partition();
  }

  /** A missing key or value is left out, as on Lambda (KAFKA.md). */
  private static ObjectNode json(ConsumerRecord<byte[], byte[]> record) {
    ObjectNode json = JSON.objectNode();
    json.put("topic", record.topic());
    json.put("partition", record.partition());
    json.put("offset", record.offset());
    json.put("timestamp", record.timestamp());
    json.put("timestampType", record.timestampType().name());
    putBytes(json, "key", record.key());
    putBytes(json, "value", record.value());
    ArrayNode headers = json.putArray("headers");
    record.headers().forEach(header -> headers.add(header(header)));
    return json;
  }

  private static void putBytes(ObjectNode json, String name, byte @Nullable [] bytes) {
    if (bytes != null) {
      json.put(name, bytes);
    }
  }

  private static ObjectNode header(Header header) {
    ObjectNode json = JSON.objectNode();
    ArrayNode bytes = json.putArray(header.key());
    if (header.value() != null) {
      for (byte signed : header.value()) {
        bytes.add(signed);
      }
    }
    return json;
  }
}
