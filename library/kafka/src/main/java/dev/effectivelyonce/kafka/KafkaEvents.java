package dev.effectivelyonce.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.streams.RecordData;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads Lambda's events of Kafka, and writes the answers. */
final class KafkaEvents {
  private static final Set<String> SOURCES = Set.of("aws:kafka", "SelfManagedKafka");
  private static final String REMEDY =
      "Invoke the function from one event source mapping of Kafka, and that of this consumer";

  private final JsonMapper mapper = RecordData.events().build();

  /**
   * Returns the records of an event.
   *
   * @param topics those that the consumer reads; none: any
   * @throws IOException if it is not JSON
   * @throws ConfigurationException if it is no batch of these topics, or names a partition twice
   */
  List<KafkaRecord> read(InputStream input, Set<String> topics) throws IOException {
    return read(mapper.readTree(input), topics);
  }

  /**
   * Returns the records of an event; otherwise like {@link #read(InputStream, Set)}.
   *
   * @throws ConfigurationException if it is no batch of these topics, or names a partition twice
   */
  List<KafkaRecord> read(JsonNode event, Set<String> topics) {
    RecordData.refusePipe(event);
    if (RecordData.isNothing(event)) {
      return List.of();
    }
    String source = event.path("eventSource").asText();
    if (!SOURCES.contains(source)) {
      throw refused("The event is from \"%s\", and not from Kafka".formatted(source));
    }
    JsonNode partitions = event.path("records");
    if (!partitions.isObject() && !RecordData.isAbsent(partitions)) {
      throw refused("The event is no object with an object of records by partition");
    }
    List<KafkaRecord> read = new ArrayList<>();
    for (Map.Entry<String, JsonNode> partition : partitions.properties()) {
      read.addAll(records(partition.getValue(), partition.getKey(), cluster(event), topics));
    }
    return read;
  }

  /** Sorted, servers of a cluster are the same text whatever their order in an event is. */
  private static String cluster(JsonNode event) {
    String servers =
        Stream.of(event.path("bootstrapServers").asText().split(","))
            .map(String::strip)
            .sorted()
            .collect(Collectors.joining(","));
    return event.path("eventSourceArn").asText(servers);
  }

  private static List<KafkaRecord> records(
      JsonNode records, String partition, String cluster, Set<String> topics) {
    if (RecordData.isRepeated(records) || (!records.isArray() && !RecordData.isAbsent(records))) {
      throw refused("The event has no array of records for a partition, or two");
    }
    List<KafkaRecord> read = new ArrayList<>();
    for (JsonNode json : records) {
      KafkaRecord record = new KafkaRecord(json, cluster);
      if (!record.partitionName().equals(partition)) {
        throw refused("A record is not of the partition under which it is");
      }
      if (!topics.isEmpty() && !topics.contains(record.topic())) {
        throw refused("A record is of the topic \"%s\"".formatted(record.topic()));
      }
      read.add(record);
    }
    return read;
  }

  private static ConfigurationException refused(String problem) {
    return new ConfigurationException(problem + ". Nothing of its batch runs", REMEDY);
  }

  /** Writes the partial batch response. */
  void write(OutputStream output, List<KafkaRecord> unfinished) throws IOException {
    ObjectNode answer = mapper.createObjectNode();
    ArrayNode failures = answer.putArray("batchItemFailures");
    unfinished.forEach(
        it ->
            failures
                .addObject()
                .putObject("itemIdentifier")
                .put("partition", it.partitionName())
                .put("offset", it.offset().orElseThrow()));
    mapper.writeValue(output, answer);
  }
}
