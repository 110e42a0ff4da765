package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.local.engines.KafkaEngine;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A member that joins the group, is given partitions of others, handles nothing and leaves. The
 * partitions move twice, while invocations have their records. For one thread.
 */
final class Intruder implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);

  private final KafkaConsumer<byte[], byte[]> consumer;

  private Intruder(KafkaConsumer<byte[], byte[]> consumer) {
    this.consumer = consumer;
  }

  static Intruder join(KafkaEngine kafka) {
    KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                kafka.bootstrapServers(),
                ConsumerConfig.GROUP_ID_CONFIG,
                ShipmentsRun.TOPIC,
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest",
                // The event source's own.
                ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                CooperativeStickyAssignor.class.getName()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    consumer.subscribe(List.of(ShipmentsRun.TOPIC));
    return new Intruder(consumer);
  }

  /** Polls, by which a member takes part, and says whether partitions have come. */
  boolean hasPartitions() {
    consumer.poll(POLL);
    return !consumer.assignment().isEmpty();
  }

  @Override
  public void close() {
    consumer.close();
  }
}
