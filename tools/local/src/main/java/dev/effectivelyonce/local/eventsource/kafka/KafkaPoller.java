package dev.effectivelyonce.local.eventsource.kafka;

import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.template.KafkaMapping;
import dev.effectivelyonce.local.template.StartingPosition;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One event poller: a member of the mapping's group, with one invocation at a time. It goes on
 * polling while the function runs, so that the group can give its partitions to others meanwhile.
 */
final class KafkaPoller implements ConsumerRebalanceListener {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaPoller.class);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration PAUSE_BEFORE_RETRY = Duration.ofMillis(100);
  private static final Duration WHILE_IT_RUNS = Duration.ofMillis(50);

  private final Consumer<byte[], byte[]> consumer;
  private final KafkaEventSource source;
  private final KafkaMapping mapping;
  private final Destination destination;
  private final FailurePolicy policy;
  private final BatchGatherer gatherer;
  private final Backlog backlog = new Backlog();
  private final Map<TopicPartition, OffsetAndMetadata> uncommitted = new HashMap<>();

  /** Partitions that went away while the function ran: what it did there is another's to commit. */
  private final Set<TopicPartition> lost = new HashSet<>();

  KafkaPoller(Consumer<byte[], byte[]> consumer, KafkaEventSource source, Destination destination) {
    this.consumer = consumer;
    this.source = source;
    this.mapping = source.mapping();
    this.destination = destination;
    this.policy = new FailurePolicy(mapping.failures());
    this.gatherer = new BatchGatherer(consumer, source);
  }

  /** Joins the group. */
  void subscribe() {
    consumer.subscribe(List.of(mapping.topic()), this);
  }

  /** Takes up what is left, then what is new in partitions that wait for nothing. */
  void turn() {
    if (!backlog.isEmpty()) {
      handle(backlog.takeFirst());
    }
    Set<TopicPartition> waiting = new HashSet<>(backlog.lowestOffsets().keySet());
    waiting.retainAll(consumer.assignment());
    consumer.resume(consumer.assignment());
    consumer.pause(waiting);
    Chunk next = Chunk.of(gatherer.gather(backlog.isEmpty() ? POLL : PAUSE_BEFORE_RETRY));
    if (!next.isEmpty() && source.pollers().isRunning()) {
      handle(next);
    }
    commit();
  }

  private void handle(Chunk chunk) {
    lost.clear();
    List<Chunk> rest = List.of(chunk);
    try {
      rest = restOf(chunk);
    } finally {
      backlog.put(rest.stream().map(it -> it.without(lost)).filter(it -> !it.isEmpty()).toList());
    }
    Map<TopicPartition, Long> unfinished = backlog.lowestOffsets();
    chunk
        .without(lost)
        .ends()
        .forEach(
            (partition, end) ->
                uncommitted.put(
                    partition, new OffsetAndMetadata(unfinished.getOrDefault(partition, end))));
    commit();
  }

  private List<Chunk> restOf(Chunk chunk) {
    if (chunk.givenUp().isPresent()) {
      return send(chunk);
    }
    List<Chunk> parted = policy.withoutAged(chunk, source.clock().instant());
    if (!parted.isEmpty()) {
      return parted;
    }
    if (BatchGatherer.isTooLarge(chunk)) {
      return List.of(chunk.givenUp(FailurePolicy.TOO_LARGE, Optional.empty()));
    }
    return policy.after(chunk, invoke(chunk));
  }

  private List<Chunk> send(Chunk givenUp) {
    try {
      destination.send(givenUp);
      return List.of();
    } catch (InterruptException e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.warn("Records of {} wait for their destination: {}", mapping.topic(), e.getMessage());
      return List.of(givenUp);
    }
  }

  private InvocationResult invoke(Chunk chunk) {
    String event = source.events().of(chunk.records()).toString();
    CompletableFuture<InvocationResult> invocation =
        CompletableFuture.supplyAsync(() -> source.function().invoke(event), source.invocations());
    try {
      while (!invocation.isDone()) {
        consumer.pause(consumer.assignment());
        giveBack(consumer.poll(WHILE_IT_RUNS));
      }
    } catch (InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      // The event must not go out again while the function has it.
      LOG.debug("{} is not polled while its function runs: {}", mapping.topic(), e.getMessage());
    }
    return invocation.join();
  }

  /** A partition that was assigned a moment ago was not paused. */
  private void giveBack(ConsumerRecords<byte[], byte[]> polled) {
    polled
        .partitions()
        .forEach(
            partition -> consumer.seek(partition, polled.records(partition).getFirst().offset()));
  }

  /** What is not committed comes again, and is a duplicate then. */
  private void commit() {
    if (uncommitted.isEmpty()) {
      return;
    }
    try {
      consumer.commitSync(uncommitted);
      uncommitted.clear();
    } catch (InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      LOG.debug("Offsets of {} wait to be committed: {}", mapping.topic(), e.getMessage());
    }
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
    if (mapping.start() instanceof StartingPosition.AtTimestamp start) {
      Map<TopicPartition, Long> fresh = new HashMap<>();
      consumer
          .committed(Set.copyOf(partitions))
          .forEach(
              (partition, committed) -> {
                if (committed == null) {
                  fresh.put(partition, start.instant().toEpochMilli());
                }
              });
      consumer
          .offsetsForTimes(fresh)
          .forEach(
              (partition, found) -> {
                if (found == null) {
                  consumer.seekToEnd(List.of(partition));
                } else {
                  consumer.seek(partition, found.offset());
                }
              });
    }
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
    commit();
    onPartitionsLost(partitions);
  }

  @Override
  public void onPartitionsLost(Collection<TopicPartition> partitions) {
    Set<TopicPartition> gone = Set.copyOf(partitions);
    lost.addAll(gone);
    backlog.drop(gone);
    gatherer.drop(gone);
    uncommitted.keySet().removeAll(gone);
  }
}
