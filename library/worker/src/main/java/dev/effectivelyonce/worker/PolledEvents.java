package dev.effectivelyonce.worker;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Base64;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Polled records as the event that Lambda would make of them. */
final class PolledEvents {
  private PolledEvents() {}

  /**
   * @param records of one partition
   * @param servers the cluster's bootstrap servers
   */
  static ObjectNode event(List<ConsumerRecord<byte[], byte[]>> records, String servers) {
    ObjectNode event = JsonNodeFactory.instance.objectNode();
    event.put("eventSource", "SelfManagedKafka");
    event.put("bootstrapServers", servers);
    ConsumerRecord<byte[], byte[]> first = records.getFirst();
    ArrayNode all = event.putObject("records").putArray(first.topic() + "-" + first.partition());
    records.forEach(record -> add(record, all));
    return event;
  }

  private static void add(ConsumerRecord<byte[], byte[]> record, ArrayNode all) {
    ObjectNode json = all.addObject();
    json.put("topic", record.topic());
    json.put("partition", record.partition());
    json.put("offset", record.offset());
    json.put("timestamp", record.timestamp());
    json.put("timestampType", record.timestampType().name());
    putBytes(json, "key", record.key());
    putBytes(json, "value", record.value());
    ArrayNode headers = json.putArray("headers");
    record.headers().forEach(header -> add(header, headers));
  }

  private static void putBytes(ObjectNode json, String name, byte @Nullable [] bytes) {
    if (bytes != null) {
      json.put(name, Base64.getEncoder().encodeToString(bytes));
    }
  }

  private static void add(Header header, ArrayNode headers) {
    ArrayNode bytes = headers.addObject().putArray(header.key());
    if (header.value() != null) {
      for (byte signed : header.value()) {
        bytes.add(signed);
      }
    }
  }
}
