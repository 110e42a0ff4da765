package dev.effectivelyonce.kafka;

import static dev.effectivelyonce.streams.SourceBench.base64;
import static dev.effectivelyonce.streams.SourceBench.json;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A record as Lambda's documentation shows it.
 *
 * @param key as JSON: a text in base64, or null
 * @param value as JSON: a text in base64, or null
 * @param more further members, each with a comma before it
 */
record TopicRecord(
    String topic, int partition, String offset, String key, String value, String more) {
  static final String CLUSTER =
      "arn:aws:kafka:eu-central-1:123456789012:cluster/shop/751d2973-a626-431c-9d4e-d7975eb44dd7-2";

  /** A shipment of an order, under the order's key, in partition 0. */
  static TopicRecord shipment(int offset, String order, String id) {
    return new TopicRecord(
        "shipments", 0, Integer.toString(offset), base64(order), base64(json(id)), "");
  }

  TopicRecord inPartition(int number) {
    return new TopicRecord(topic, number, offset, key, value, more);
  }

  TopicRecord of(String otherTopic) {
    return new TopicRecord(otherTopic, partition, offset, key, value, more);
  }

  TopicRecord at(String otherOffset) {
    return new TopicRecord(topic, partition, otherOffset, key, value, more);
  }

  TopicRecord withKey(String otherKey) {
    return new TopicRecord(topic, partition, offset, otherKey, value, more);
  }

  TopicRecord withValue(String otherValue) {
    return new TopicRecord(topic, partition, offset, key, otherValue, more);
  }

  /** Adds a member of the record, such as its headers. */
  TopicRecord with(String member) {
    return new TopicRecord(topic, partition, offset, key, value, more + "," + member);
  }

  static String event(List<TopicRecord> records) {
    Map<String, String> partitions =
        records.stream()
            .collect(
                groupingBy(
                    it -> it.topic + "-" + it.partition,
                    LinkedHashMap::new,
                    mapping(TopicRecord::text, joining(","))));
    return """
    {"eventSource":"aws:kafka","eventSourceArn":"%s",
     "bootstrapServers":"b-2.shop.kafka.eu-central-1.amazonaws.com:9092","records":{%s}}
    """
        .formatted(
            CLUSTER,
            partitions.entrySet().stream()
                .map(it -> "\"%s\":[%s]".formatted(it.getKey(), it.getValue()))
                .collect(joining(",")));
  }

  private String text() {
    return """
    {"topic":"%s","partition":%s,"offset":%s,"timestamp":1545084650987,
     "timestampType":"CREATE_TIME","key":%s,"value":%s%s}
    """
        .formatted(topic, partition, offset, key, value, more);
  }
}
