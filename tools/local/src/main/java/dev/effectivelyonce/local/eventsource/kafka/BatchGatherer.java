package dev.effectivelyonce.local.eventsource.kafka;

import dev.effectivelyonce.local.template.Batching;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/** Reads until an event is full or its window is over. */
final class BatchGatherer {
  private static final long MOST_BYTES = 6L * 1024 * 1024;
  private static final Duration POLL = Duration.ofMillis(500);

  private final Consumer<byte[], byte[]> consumer;
  private final KafkaEventSource source;
  private final Batching batching;

  /** Outlives a poll that fails: the consumer has moved behind these. */
  private final List<ConsumerRecord<byte[], byte[]>> gathered = new ArrayList<>();

  private long bytes = KafkaEventJson.FRAME_BYTES;
  private boolean full;

  BatchGatherer(Consumer<byte[], byte[]> consumer, KafkaEventSource source) {
    this.consumer = consumer;
    this.source = source;
    this.batching = source.mapping().batching();
  }

  /** Returns whether an event holds nothing but this record, and is too large all the same. */
  static boolean isTooLarge(Chunk chunk) {
    return chunk.records().size() == 1
        && KafkaEventJson.FRAME_BYTES + KafkaEventJson.bytes(chunk.records().getFirst())
            > MOST_BYTES;
  }

  /** The next records; empty when nothing came in a while. */
  List<ConsumerRecord<byte[], byte[]>> gather(Duration wait) {
    take(consumer.poll(wait));
    Instant end = source.clock().instant().plus(batching.window());
    Duration left = batching.window();
    while (source.pollers().isRunning() && !gathered.isEmpty() && !full && left.isPositive()) {
      take(consumer.poll(left.compareTo(POLL) < 0 ? left : POLL));
      left = Duration.between(source.clock().instant(), end);
    }
    List<ConsumerRecord<byte[], byte[]>> batch = List.copyOf(gathered);
    gathered.clear();
    bytes = KafkaEventJson.FRAME_BYTES;
    full = false;
    return batch;
  }

  /** Forgets partitions that another poller has now. */
  void drop(Set<TopicPartition> partitions) {
    gathered.removeIf(record -> partitions.contains(Chunk.partition(record)));
  }

  private void take(ConsumerRecords<byte[], byte[]> polled) {
    for (TopicPartition partition : polled.partitions()) {
      for (ConsumerRecord<byte[], byte[]> record : polled.records(partition)) {
        if (!fits(record)) {
          consumer.seek(partition, record.offset());
          break;
        }
      }
    }
  }

  private boolean fits(ConsumerRecord<byte[], byte[]> record) {
    long more = KafkaEventJson.bytes(record);
    if (full || (!gathered.isEmpty() && bytes + more > MOST_BYTES)) {
      full = true;
      return false;
    }
    gathered.add(record);
    bytes += more;
    full = gathered.size() == batching.size();
    return true;
  }
}
