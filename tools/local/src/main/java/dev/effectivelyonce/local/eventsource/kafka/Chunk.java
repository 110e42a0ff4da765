package dev.effectivelyonce.local.eventsource.kafka;

import dev.effectivelyonce.local.lambda.InvocationResult;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Records that go to the function in one event, by partition and then by offset.
 *
 * @param retries how often the event was tried again
 * @param givenUp why the records go to the destination for failures instead
 */
record Chunk(List<ConsumerRecord<byte[], byte[]>> records, int retries, Optional<GivenUp> givenUp) {

  /**
   * Why records are given up.
   *
   * @param condition the word that AWS has for it
   * @param result how the last invocation ended; empty if there was none
   */
  record GivenUp(String condition, Optional<InvocationResult> result) {}

  /** Records that were not tried yet, in any order. */
  static Chunk of(Collection<ConsumerRecord<byte[], byte[]>> records) {
    return new Chunk(
        records.stream()
            .sorted(
                Comparator.comparing((ConsumerRecord<byte[], byte[]> it) -> it.topic())
                    .thenComparingInt(it -> it.partition())
                    .thenComparingLong(it -> it.offset()))
            .toList(),
        0,
        Optional.empty());
  }

  static TopicPartition partition(ConsumerRecord<byte[], byte[]> record) {
    return new TopicPartition(record.topic(), record.partition());
  }

  boolean isEmpty() {
    return records.isEmpty();
  }

  Set<TopicPartition> partitions() {
    return records.stream().map(Chunk::partition).collect(Collectors.toSet());
  }

  /** The first offset of each partition. */
  Map<TopicPartition, Long> firstOffsets() {
    Map<TopicPartition, Long> first = new HashMap<>();
    records.forEach(record -> first.merge(partition(record), record.offset(), Math::min));
    return first;
  }

  /** The offset behind the last one of each partition. */
  Map<TopicPartition, Long> ends() {
    Map<TopicPartition, Long> ends = new HashMap<>();
    records.forEach(record -> ends.merge(partition(record), record.offset() + 1, Math::max));
    return ends;
  }

  /** The offsets by the name that the event has for their partition. */
  Map<String, Set<Long>> offsets() {
    return records.stream()
        .collect(
            Collectors.groupingBy(
                KafkaEventJson::partition,
                Collectors.mapping(ConsumerRecord::offset, Collectors.toSet())));
  }

  Chunk only(Predicate<ConsumerRecord<byte[], byte[]>> wanted) {
    return new Chunk(records.stream().filter(wanted).toList(), retries, givenUp);
  }

  Chunk without(Set<TopicPartition> partitions) {
    return only(record -> !partitions.contains(partition(record)));
  }

  /** The same as an event of its own. */
  Chunk untried() {
    return new Chunk(records, 0, givenUp);
  }

  Chunk triedAgain() {
    return new Chunk(records, retries + 1, givenUp);
  }

  Chunk givenUp(String condition, Optional<InvocationResult> result) {
    return new Chunk(records, retries, Optional.of(new GivenUp(condition, result)));
  }

  /** The first and the second half, each an event of its own. */
  List<Chunk> halves() {
    int middle = records.size() / 2;
    return List.of(
        new Chunk(records.subList(0, middle), 0, givenUp),
        new Chunk(records.subList(middle, records.size()), 0, givenUp));
  }
}
