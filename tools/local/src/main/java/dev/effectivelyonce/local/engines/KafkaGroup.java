package dev.effectivelyonce.local.engines;

import dev.effectivelyonce.local.LocalRunnerException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** The place of a consumer group in a topic, by the numbers of its partitions. */
public final class KafkaGroup implements AutoCloseable {
  private final Admin admin;
  private final String group;
  private final String topic;
  private final Set<TopicPartition> partitions;

  /**
   * Asks for the topic's partitions.
   *
   * @throws LocalRunnerException if there is no such topic
   */
  public KafkaGroup(KafkaEngine kafka, String group, String topic) {
    this.admin = kafka.admin();
    this.group = group;
    this.topic = topic;
    this.partitions =
        get(admin.describeTopics(Set.of(topic)).allTopicNames()).values().stream()
            .map(TopicDescription::partitions)
            .flatMap(all -> all.stream().map(TopicPartitionInfo::partition))
            .map(number -> new TopicPartition(topic, number))
            .collect(Collectors.toSet());
  }

  /** Returns the offset behind the last record of each partition. */
  public SortedMap<Integer, Long> ends() {
    var offsets = get(admin.listOffsets(toEach(OffsetSpec.latest())).all());
    return each(partition -> Optional.ofNullable(offsets.get(partition)).orElseThrow().offset());
  }

  /** Returns the offset at which the group goes on in each partition; 0 where it has none. */
  public SortedMap<Integer, Long> committed() {
    Map<TopicPartition, OffsetAndMetadata> offsets =
        get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    return each(
        partition ->
            Optional.ofNullable(offsets.get(partition)).map(OffsetAndMetadata::offset).orElse(0L));
  }

  /** Returns whether no consumer is a member. */
  public boolean isEmpty() {
    try {
      return get(admin.describeConsumerGroups(Set.of(group)).all()).values().stream()
          .allMatch(described -> described.members().isEmpty());
    } catch (LocalRunnerException e) {
      if (e.getCause() instanceof GroupIdNotFoundException) {
        return true;
      }
      throw e;
    }
  }

  /**
   * Sets the group back to the beginning of the topic.
   *
   * @throws LocalRunnerException if it has members
   */
  public void rewind() {
    get(admin.alterConsumerGroupOffsets(group, toEach(new OffsetAndMetadata(0))).all());
  }

  @Override
  public void close() {
    admin.close();
  }

  private <T> Map<TopicPartition, T> toEach(T value) {
    return partitions.stream().collect(Collectors.toMap(partition -> partition, ignored -> value));
  }

  private SortedMap<Integer, Long> each(Function<TopicPartition, Long> offset) {
    SortedMap<Integer, Long> offsets = new TreeMap<>();
    partitions.forEach(partition -> offsets.put(partition.partition(), offset.apply(partition)));
    return offsets;
  }

  private <T> T get(KafkaFuture<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().join();
    } catch (CompletionException e) {
      throw new LocalRunnerException(
          "Kafka refused to tell of the topic %s and its group %s".formatted(topic, group),
          Optional.ofNullable(e.getCause()).orElse(e));
    }
  }
}
