package dev.effectivelyonce.local.eventsource.kafka;

import dev.effectivelyonce.local.eventsource.EventSource;
import dev.effectivelyonce.local.eventsource.Worker;
import dev.effectivelyonce.local.lambda.FunctionInvoker;
import dev.effectivelyonce.local.template.KafkaMapping;
import dev.effectivelyonce.local.template.OnFailure;
import dev.effectivelyonce.local.template.StartingPosition;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Polls one topic and invokes one function with its records, as Lambda's event source mapping for
 * Kafka does in provisioned mode. An offset is committed when all records before it are handled or
 * given up.
 */
public record KafkaEventSource(
    KafkaMapping mapping,
    String bootstrapServers,
    FunctionInvoker function,
    Clock clock,
    Worker pollers,
    ExecutorService invocations,
    Optional<Producer<byte[], byte[]>> producer)
    implements EventSource {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaEventSource.class);
  private static final Duration PAUSE_AFTER_ERROR = Duration.ofSeconds(1);
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final int MOST_BYTES_OF_FAILURE = 16 * 1024 * 1024;

  /**
   * Starts polling.
   *
   * @param sqs where the queue is that the mapping may name as its destination for failures
   * @param eventPollers the members of the group; each has one invocation at a time
   */
  public static KafkaEventSource start(
      KafkaMapping mapping,
      String bootstrapServers,
      SqsClient sqs,
      FunctionInvoker function,
      Clock clock,
      int eventPollers) {
    boolean hasTopic = mapping.failures().destination() instanceof OnFailure.Topic;
    KafkaEventSource started =
        new KafkaEventSource(
            mapping,
            bootstrapServers,
            function,
            clock,
            new Worker(),
            Executors.newVirtualThreadPerTaskExecutor(),
            hasTopic ? Optional.of(producer(bootstrapServers)) : Optional.empty());
    Destination destination = started.destination(sqs);
    for (int poller = 0; poller < eventPollers; poller++) {
      started.pollers.repeat(() -> started.poll(destination));
    }
    return started;
  }

  /** Takes no further record, and waits a little for running invocations. */
  @Override
  public void close() {
    pollers.close();
    invocations.shutdownNow();
    producer.ifPresent(it -> it.close(GRACE));
  }

  KafkaEventJson events() {
    return new KafkaEventJson(mapping, bootstrapServers);
  }

  private Destination destination(SqsClient sqs) {
    FailureRecord format = new FailureRecord(mapping, events(), bootstrapServers, clock);
    return switch (mapping.failures().destination()) {
      case OnFailure.Skip ignored ->
          chunk -> LOG.warn("Skipped {} records of {}", chunk.records().size(), mapping.topic());
      case OnFailure.Queue queue -> Destination.queue(sqs, queue.url(), format);
      case OnFailure.Topic topic -> Destination.topic(producer.orElseThrow(), topic.name(), format);
    };
  }

  private void poll(Destination destination) throws InterruptedException {
    try (Consumer<byte[], byte[]> consumer = member(mapping, bootstrapServers)) {
      KafkaPoller poller = new KafkaPoller(consumer, this, destination);
      poller.subscribe();
      while (pollers.isRunning()) {
        turn(poller);
      }
    } catch (InterruptException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void turn(KafkaPoller poller) throws InterruptedException {
    try {
      poller.turn();
    } catch (InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      LOG.warn("Polling {} failed, trying again: {}", mapping.topic(), e.getMessage());
      Thread.sleep(PAUSE_AFTER_ERROR);
    }
  }

  /** Returns a member of the mapping's group that has joined nothing yet. */
  public static Consumer<byte[], byte[]> member(KafkaMapping mapping, String bootstrapServers) {
    Map<String, Object> settings = new HashMap<>();
    settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    settings.put(ConsumerConfig.GROUP_ID_CONFIG, mapping.groupId());
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(
        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
        mapping.start() instanceof StartingPosition.Latest ? "latest" : "earliest");
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, mapping.batching().size());
    // Partitions that stay with a poller are not taken from it while others move.
    settings.put(
        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
        CooperativeStickyAssignor.class.getName());
    // A poller hears of a rebalance with its heartbeat.
    settings.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 500);
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private static Producer<byte[], byte[]> producer(String bootstrapServers) {
    return new KafkaProducer<>(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers,
            ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
            MOST_BYTES_OF_FAILURE),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }
}
