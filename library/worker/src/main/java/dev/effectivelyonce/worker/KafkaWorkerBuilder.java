package dev.effectivelyonce.worker;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.kafka.KafkaConsumer;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.GroupProtocol;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Builds a worker. Required: {@link #config}. Not thread-safe. */
public final class KafkaWorkerBuilder {
  /** Brokers answer each heartbeat. In the newer protocol they set how often: 5 s by default. */
  private static final int MISSED_BEATS = 3;

  private static final Duration LEAST_SILENCE = Duration.ofSeconds(15);

  private final KafkaConsumer<?> consumer;
  private Map<String, Object> config = Map.of();
  private Platform platform = Platform.system();
  private Duration grace = Duration.ofSeconds(25);
  private Optional<InetSocketAddress> health = Optional.empty();

  KafkaWorkerBuilder(KafkaConsumer<?> consumer) {
    this.consumer = consumer;
  }

  /**
   * Sets the configuration of Kafka's own consumer: at least {@code bootstrap.servers} and {@code
   * group.id}. If they are left out, {@code enable.auto.commit} is false, {@code auto.offset.reset}
   * is {@code earliest}, and the deserializers are those of bytes. Required.
   */
  public KafkaWorkerBuilder config(Map<String, ?> ofConsumer) {
    this.config = Map.copyOf(ofConsumer);
    return this;
  }

  /**
   * Sets how long a stop waits for handlers that run. Set it a few seconds below the time that the
   * host gives a process, which is 30 seconds on ECS and Kubernetes by default. A partition that
   * goes to another process waits as long, but at most half of {@code max.poll.interval.ms}.
   * Default: 25 s.
   */
  public KafkaWorkerBuilder grace(Duration longest) {
    this.grace = longest;
    return this;
  }

  /**
   * Answers {@code GET /live} and {@code GET /ready} at an address: 200 if so, 503 if not. Default:
   * none.
   */
  public KafkaWorkerBuilder health(InetSocketAddress address) {
    this.health = Optional.of(address);
    return this;
  }

  /** Sets the sources of time and randomness. Default: {@link Platform#system()}. */
  public KafkaWorkerBuilder platform(Platform chosen) {
    this.platform = chosen;
    return this;
  }

  /**
   * Builds the worker, which calls nothing until it is started.
   *
   * @throws ConfigurationException if the configuration lacks something, commits by itself or reads
   *     anything but bytes, if a setting is out of range, or if the consumer has no heartbeat or
   *     names no topics
   */
  public KafkaWorker build() {
    check(consumer.terms());
    WorkerChecks.grace(grace);
    Map<String, Object> whole = whole();
    Map<String, Object> read = read(whole);
    Duration pollInterval = millis(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, read);
    Duration handover = Collections.min(List.of(grace, pollInterval.dividedBy(2)));
    return new KafkaWorker(
        consumer,
        () -> new org.apache.kafka.clients.consumer.KafkaConsumer<>(whole),
        servers(
            (List<?>) Objects.requireNonNull(read.get(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG))),
        new KafkaWorker.Times(grace, handover, silence(read, handover)),
        health,
        platform);
  }

  /**
   * In the classic protocol, the broker sends nothing in a rebalance until each other member has
   * handed its partitions over, or is dead.
   */
  private static Duration silence(Map<String, Object> read, Duration handover) {
    Duration beats =
        millis(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, read).multipliedBy(MISSED_BEATS);
    Duration rebalance =
        GroupProtocol.CLASSIC
                .name()
                .equalsIgnoreCase(Objects.toString(read.get(ConsumerConfig.GROUP_PROTOCOL_CONFIG)))
            ? millis(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, read).plus(handover)
            : Duration.ZERO;
    return Collections.max(List.of(LEAST_SILENCE, beats, rebalance));
  }

  private static Duration millis(String name, Map<String, Object> read) {
    return Duration.ofMillis((Integer) Objects.requireNonNull(read.get(name)));
  }

  private static void check(KafkaConsumer.Terms terms) {
    if (terms.topics().isEmpty()) {
      throw new ConfigurationException(
          "The identity of the consumer '" + terms.name().value() + "' names no topics",
          "Add topics(\"orders\") to its KafkaIdentity");
    }
    WorkerChecks.heartbeat(terms.name(), terms.heartbeat(), terms.mode(), terms.claims());
  }

  /** The configuration with what it leaves out. */
  private Map<String, Object> whole() {
    Map<String, Object> whole = new HashMap<>(config);
    whole.putIfAbsent(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    whole.putIfAbsent(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    whole.putIfAbsent(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    whole.putIfAbsent(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    return whole;
  }

  private static Map<String, Object> read(Map<String, Object> config) {
    try {
      Map<String, Object> read = ConsumerConfig.configDef().parse(config);
      if (Objects.toString(read.get(ConsumerConfig.GROUP_ID_CONFIG), "").isEmpty()) {
        throw new ConfigurationException("config(...) has no group.id", "Add group.id");
      }
      if (Boolean.TRUE.equals(read.get(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG))) {
        throw new ConfigurationException(
            "enable.auto.commit is true, so that offsets of records that aren't done are committed",
            "Leave it out: the worker commits what is done");
      }
      checkBytes(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, read);
      checkBytes(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, read);
      return read;
    } catch (ConfigException e) {
      throw new ConfigurationException(
          "The configuration of Kafka's consumer is wrong: " + e.getMessage(),
          "Change config(...)");
    }
  }

  private static void checkBytes(String name, Map<String, Object> read) {
    if (!ByteArrayDeserializer.class.equals(read.get(name))) {
      throw new ConfigurationException(
          name + " is not ByteArrayDeserializer",
          "Leave it out: the identity of the consumer reads the bytes");
    }
  }

  private static String servers(List<?> list) {
    return list.stream().map(Objects::toString).collect(Collectors.joining(","));
  }
}
