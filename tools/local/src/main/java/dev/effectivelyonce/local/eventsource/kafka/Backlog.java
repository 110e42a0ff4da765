package dev.effectivelyonce.local.eventsource.kafka;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * What was read and is not handled. Partitions take turns; within a partition the order of records
 * is kept.
 */
final class Backlog {
  private final List<Chunk> chunks = new ArrayList<>();

  boolean isEmpty() {
    return chunks.isEmpty();
  }

  Chunk takeFirst() {
    return chunks.removeFirst();
  }

  /** Adds what was taken, or is new: behind others' records, and before later ones of its own. */
  void put(List<Chunk> rest) {
    Set<TopicPartition> partitions = new HashSet<>();
    rest.forEach(chunk -> partitions.addAll(chunk.partitions()));
    int place = 0;
    while (place < chunks.size() && !sharesOne(chunks.get(place), partitions)) {
      place++;
    }
    chunks.addAll(place, rest);
  }

  /** Forgets partitions that another poller has now. */
  void drop(Set<TopicPartition> partitions) {
    chunks.replaceAll(chunk -> chunk.without(partitions));
    chunks.removeIf(Chunk::isEmpty);
  }

  /** The lowest offset that is not handled, by partition. */
  Map<TopicPartition, Long> lowestOffsets() {
    Map<TopicPartition, Long> lowest = new HashMap<>();
    chunks.forEach(
        chunk ->
            chunk
                .firstOffsets()
                .forEach((partition, offset) -> lowest.merge(partition, offset, Math::min)));
    return lowest;
  }

  private static boolean sharesOne(Chunk chunk, Set<TopicPartition> partitions) {
    return chunk.partitions().stream().anyMatch(partitions::contains);
  }
}
