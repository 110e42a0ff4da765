package dev.effectivelyonce.worker;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls topics, and runs the records of each partition as batches, one after the other. A partition
 * is paused while records of it are open, and the group is polled on, so that it does not take this
 * process for dead. Used by one thread.
 */
final class PollLoop implements ConsumerRebalanceListener {
  private static final Logger LOG = LoggerFactory.getLogger(PollLoop.class);
  private static final Duration LONGEST_POLL = Duration.ofSeconds(1);

  /** How long a last commit, and then the leave, may take. */
  static final Duration FAREWELL = Duration.ofSeconds(2);

  private final Consumer<byte[], byte[]> client;
  private final KafkaWorker worker;
  private final Map<TopicPartition, PolledPartition> partitions = new HashMap<>();
  private Optional<Metric> received = Optional.empty();
  private Object lastReceived = "";
  private Instant heardAt = Instant.EPOCH;

  PollLoop(Consumer<byte[], byte[]> client, KafkaWorker worker) {
    this.client = client;
    this.worker = worker;
  }

  /** Settles what has ended, starts what is due, and polls once. */
  void step() {
    partitions.values().forEach(PolledPartition::settle);
    commit();
    if (worker.isEnding()) {
      client.pause(client.assignment());
    } else {
      partitions.values().forEach(PolledPartition::startIfDue);
      client.resume(
          partitions.entrySet().stream()
              .filter(it -> it.getValue().isIdle())
              .map(Map.Entry::getKey)
              .toList());
    }
    poll();
  }

  private void poll() {
    ConsumerRecords<byte[], byte[]> polled;
    try {
      polled = client.poll(longestPoll());
    } catch (WakeupException somethingEnded) {
      return;
    }
    // After a stop they are left: their offsets are not committed, so another process polls them.
    if (!worker.isEnding()) {
      for (TopicPartition each : polled.partitions()) {
        client.pause(Set.of(each));
        partitions
            .computeIfAbsent(each, ignored -> new PolledPartition(worker))
            .take(polled.records(each));
      }
    }
  }

  private Duration longestPoll() {
    if (worker.isEnding()) {
      // What is due does not start any more, so it must not cut a poll short.
      return LONGEST_POLL;
    }
    return partitions.values().stream()
        .flatMap(it -> it.untilDue().stream())
        .map(it -> Collections.max(List.of(it, Duration.ZERO)))
        .filter(it -> it.compareTo(LONGEST_POLL) < 0)
        .min(Duration::compareTo)
        .orElse(LONGEST_POLL);
  }

  private void commit() {
    Map<TopicPartition, OffsetAndMetadata> offsets = uncommitted(partitions);
    if (!offsets.isEmpty()) {
      offsets.keySet().forEach(it -> of(it, PolledPartition::askedToCommit));
      client.commitAsync(
          offsets,
          (ignored, failure) -> {
            if (failure != null) {
              LOG.warn("Offsets were not committed. It is tried again.", failure);
              offsets.keySet().forEach(it -> of(it, PolledPartition::notCommitted));
            }
          });
    }
  }

  private void of(TopicPartition partition, java.util.function.Consumer<PolledPartition> action) {
    PolledPartition known = partitions.get(partition);
    if (known != null) {
      action.accept(known);
    }
  }

  private static Map<TopicPartition, OffsetAndMetadata> uncommitted(
      Map<TopicPartition, PolledPartition> among) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    among.forEach(
        (partition, it) ->
            it.uncommitted()
                .ifPresent(offset -> offsets.put(partition, new OffsetAndMetadata(offset))));
    return offsets;
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
    LOG.info("Partitions to read: {}", assigned);
  }

  /** Hands partitions over: what is done is committed, and nothing more starts. */
  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
    Map<TopicPartition, PolledPartition> left = left(revoked);
    awaitBatches(left.values(), worker.handover());
    left.values().forEach(PolledPartition::settle);
    // An offset that was asked for may be on its way, or have failed.
    left.values().forEach(PolledPartition::notCommitted);
    commitNow(uncommitted(left));
  }

  /** Others read them already, so nothing of them is committed. */
  @Override
  public void onPartitionsLost(Collection<TopicPartition> lost) {
    left(lost);
    LOG.warn("Partitions were lost: {}. Others skip what is done.", lost);
  }

  private Map<TopicPartition, PolledPartition> left(Collection<TopicPartition> gone) {
    Map<TopicPartition, PolledPartition> left = new HashMap<>(partitions);
    left.keySet().retainAll(gone);
    partitions.keySet().removeAll(gone);
    left.values().forEach(PolledPartition::leave);
    return left;
  }

  private static void awaitBatches(Collection<PolledPartition> of, Duration longest) {
    CompletableFuture<?>[] running =
        of.stream().flatMap(it -> it.batch().stream()).toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(running).get(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      LOG.info("Handlers still run in partitions that are handed over. Others wait for them.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException("No batch throws", e);
    }
  }

  private void commitNow(Map<TopicPartition, OffsetAndMetadata> offsets) {
    if (offsets.isEmpty()) {
      return;
    }
    try {
      client.commitSync(offsets, FAREWELL);
    } catch (WakeupException somethingEnded) {
      commitNow(offsets);
    } catch (KafkaException e) {
      LOG.warn("Offsets were not committed. Others skip what is done.", e);
    }
  }

  /** Makes a poll that waits return. May be called by any thread. */
  void wake() {
    client.wakeup();
  }

  /** Returns whether the client is a member of its group. */
  boolean isMember() {
    return client.groupMetadata().generationId() >= 0;
  }

  /**
   * Returns whether the brokers have sent nothing for longer than this. The client itself does not
   * say so: without an answer it polls on, and stays a member of its group.
   */
  boolean isSilent(Duration longest) {
    received = received.or(this::receivedBytes);
    Object now = received.<Object>map(Metric::metricValue).orElse("");
    if (received.isEmpty() || !now.equals(lastReceived)) {
      lastReceived = now;
      heardAt = worker.now();
    }
    return Duration.between(heardAt, worker.now()).compareTo(longest) > 0;
  }

  private Optional<Metric> receivedBytes() {
    return client.metrics().values().stream()
        .<Metric>map(it -> it)
        .filter(it -> it.metricName().group().equals("consumer-metrics"))
        .filter(it -> it.metricName().name().equals("incoming-byte-total"))
        .findFirst();
  }

  /** Commits what is done and leaves. */
  void close() {
    onPartitionsRevoked(List.copyOf(partitions.keySet()));
    client.close(CloseOptions.timeout(FAREWELL));
  }
}
