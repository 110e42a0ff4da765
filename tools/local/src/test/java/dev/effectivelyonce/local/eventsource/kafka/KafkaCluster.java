package dev.effectivelyonce.local.eventsource.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.effectivelyonce.local.engines.Engines;
import dev.effectivelyonce.local.engines.KafkaEngine;
import dev.effectivelyonce.local.eventsource.EventSource;
import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.lambda.FunctionInvoker;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.template.KafkaMapping;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.SqsClient;

/** A broker and SQS for the tests; each test has topics and a group of its own. */
final class KafkaCluster implements AutoCloseable {
  static final String REGION = "eu-central-1";

  private static final Instant SENT = Instant.parse("2026-01-01T10:00:00Z");

  private final KafkaEngine kafka = KafkaEngine.start();
  private final Engines engines = Engines.start(REGION);
  private final Admin admin = Admin.create(Map.of("bootstrap.servers", servers()));
  private final KafkaProducer<byte[], byte[]> producer =
      new KafkaProducer<>(
          Map.of("bootstrap.servers", servers(), "max.request.size", 16_000_000),
          new ByteArraySerializer(),
          new ByteArraySerializer());
  private final List<EventSource> sources = new ArrayList<>();

  String servers() {
    return kafka.bootstrapServers();
  }

  KafkaEngine engine() {
    return kafka;
  }

  SqsClient sqs() {
    return engines.sqs();
  }

  /** Creates a topic and returns its name, which nobody else has. */
  String topic(int partitions) {
    String name = "topic-" + UUID.randomUUID();
    get(
        admin
            .createTopics(
                List.of(
                    new NewTopic(name, Optional.of(partitions), Optional.empty())
                        .configs(Map.of("max.message.bytes", "16000000", "retention.ms", "-1"))))
            .all());
    return name;
  }

  void send(String topic, int partition, String... values) {
    for (String value : values) {
      send(record(topic, partition, SENT, null, value));
    }
  }

  @SuppressWarnings("NullAway") // Kafka's own types say nothing of null, which is a tombstone.
  static ProducerRecord<byte[], byte[]> record(
      String topic, int partition, Instant time, @Nullable String key, @Nullable String value) {
    return new ProducerRecord<>(
        topic,
        partition,
        Long.valueOf(time.toEpochMilli()),
        key == null ? null : key.getBytes(UTF_8),
        value == null ? null : value.getBytes(UTF_8));
  }

  void send(ProducerRecord<byte[], byte[]> record) {
    get(producer.send(record));
  }

  /** A response that names records as failed, each by its partition and offset. */
  static InvocationResult failures(Object... partitionsAndOffsets) {
    var response = JsonNodeFactory.instance.objectNode();
    var items = response.putArray("batchItemFailures");
    for (int at = 0; at < partitionsAndOffsets.length; at += 2) {
      items
          .addObject()
          .putObject("itemIdentifier")
          .put("partition", (String) partitionsAndOffsets[at])
          .put("offset", (Integer) partitionsAndOffsets[at + 1]);
    }
    return new InvocationResult.Succeeded(response.toString());
  }

  /** A mapping whose events are what one poll finds. */
  static KafkaMapping mapping(String topic) {
    return KafkaMapping.of(topic, "group-of-" + topic, "arn:function").batching(100, Duration.ZERO);
  }

  /** Starts a source that is closed after the test. */
  EventSource start(KafkaMapping mapping, FunctionInvoker function, Clock clock, int pollers) {
    EventSource source =
        KafkaEventSource.start(mapping, servers(), sqs(), function, clock, pollers);
    sources.add(source);
    return source;
  }

  EventSource start(KafkaMapping mapping, FunctionInvoker function) {
    return start(mapping, function, Clock.systemUTC(), 1);
  }

  void stopSources() {
    sources.forEach(EventSource::close);
    sources.clear();
  }

  /** What the group has committed in a partition; 0 if nothing. */
  long committed(KafkaMapping mapping, int partition) {
    OffsetAndMetadata offset =
        get(admin.listConsumerGroupOffsets(mapping.groupId()).partitionsToOffsetAndMetadata())
            .get(new TopicPartition(mapping.topic(), partition));
    return offset == null ? 0 : offset.offset();
  }

  void awaitCommitted(KafkaMapping mapping, int partition, long offset) {
    Await.until(
        "offset %s of partition %s is committed".formatted(offset, partition),
        () -> committed(mapping, partition) == offset);
  }

  /** Returns whether a group has so many members, each with a partition. */
  boolean isShared(KafkaMapping mapping, int members) {
    var groups = admin.describeConsumerGroups(List.of(mapping.groupId())).all();
    try {
      var group = get(groups).values().iterator().next();
      return group.members().size() == members
          && group.members().stream()
              .noneMatch(member -> member.assignment().topicPartitions().isEmpty());
    } catch (IllegalStateException e) {
      if (e.getCause() instanceof ExecutionException cause
          && cause.getCause() instanceof GroupIdNotFoundException) {
        return false;
      }
      throw e;
    }
  }

  /** The first records of a topic of one partition, with their keys and values. */
  List<Map.Entry<@Nullable String, String>> read(String topic, int count) {
    List<Map.Entry<@Nullable String, String>> read = new ArrayList<>();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", servers(), "auto.offset.reset", "earliest"),
            new StringDeserializer(),
            new StringDeserializer())) {
      TopicPartition partition = new TopicPartition(topic, 0);
      consumer.assign(List.of(partition));
      Await.until(
          count + " records of " + topic,
          () -> {
            consumer
                .poll(Duration.ofMillis(100))
                .forEach(it -> read.add(new SimpleEntry<>(it.key(), it.value())));
            return read.size() >= count;
          });
    }
    return read;
  }

  @Override
  public void close() {
    stopSources();
    producer.close();
    admin.close();
    engines.close();
    kafka.close();
  }

  private static <T> T get(Future<T> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
