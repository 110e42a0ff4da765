package dev.effectivelyonce.local.engines;

import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.template.KafkaMapping;
import dev.effectivelyonce.local.template.OnFailure;
import dev.effectivelyonce.local.template.StackTemplate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A Kafka cluster of one broker, which is its own controller (KRaft), on free loopback ports. It is
 * a process, so that it can be killed and can't end the runner. Its data is in a temporary folder,
 * which goes when the engine is closed.
 */
public final class KafkaEngine implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";
  private static final List<String> OPTIONS =
      List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData");

  /** A start takes seconds, and minutes on a machine that is busy with others' work. */
  private static final Duration GIVE_UP = Duration.ofMinutes(10);

  /** The partitions of each topic, of which a template says nothing. */
  private static final int PARTITIONS = 4;

  private final ServerFiles files;
  private final int brokerPort;
  private final String clusterId = Uuid.randomUuid().toString();
  private Process process;

  private KafkaEngine(ServerFiles files, int brokerPort) {
    this.files = files;
    this.brokerPort = brokerPort;
    this.process = launch();
  }

  /**
   * Starts an empty cluster and returns when it answers, after some seconds. It creates no topic by
   * itself.
   *
   * @throws LocalRunnerException if it does not start
   */
  public static KafkaEngine start() {
    // Kafka announces the ports of its settings, so 0 would not do.
    return start(ServerFiles.freePorts(2));
  }

  static KafkaEngine start(List<Integer> ports) {
    ServerFiles files = ServerFiles.create("Kafka");
    String settings =
        settings(files.data(), ports.getFirst(), ports.getLast()).entrySet().stream()
            .map(setting -> setting.getKey() + "=" + setting.getValue())
            .collect(Collectors.joining("\n"));
    return Engines.ready(
        new KafkaEngine(files.withSettings(settings), ports.getFirst()),
        KafkaEngine::awaitAnswer,
        KafkaEngine::close);
  }

  /**
   * Starts one with the topics that functions of the template read, and those that take what is
   * given up; none if there are no such functions.
   *
   * @throws LocalRunnerException if it does not start, or refuses a topic
   */
  static Optional<KafkaEngine> neededBy(StackTemplate template) {
    Set<String> topics = new TreeSet<>();
    template.kafka().forEach(topic -> topics.addAll(topics(topic.mapping())));
    if (topics.isEmpty()) {
      return Optional.empty();
    }
    KafkaEngine engine = start();
    try (Admin admin = engine.admin()) {
      admin
          .createTopics(
              topics.stream()
                  .map(topic -> new NewTopic(topic, Optional.of(PARTITIONS), Optional.empty()))
                  .toList())
          .all()
          .toCompletionStage()
          .toCompletableFuture()
          .join();
      engine.awaitLeader(topics);
      return Optional.of(engine);
    } catch (CompletionException | KafkaException e) {
      engine.close();
      throw new LocalRunnerException("Kafka refused the topics " + topics, e);
    }
  }

  /**
   * A broker names itself as a new partition's leader before it takes records for it. If it refuses
   * a producer's first batch and takes the second, the first is out of order for ever.
   */
  private void awaitLeader(Set<String> topics) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers(), "allow.auto.create.topics", false),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.endOffsets(
          topics.stream()
              .flatMap(
                  topic ->
                      IntStream.range(0, PARTITIONS).mapToObj(it -> new TopicPartition(topic, it)))
              .toList(),
          GIVE_UP);
    }
  }

  private static List<String> topics(KafkaMapping mapping) {
    return mapping.failures().destination() instanceof OnFailure.Topic other
        ? List.of(mapping.topic(), other.name())
        : List.of(mapping.topic());
  }

  /** Returns the address that clients begin with, as host and port. */
  public String bootstrapServers() {
    return LOOPBACK + ":" + brokerPort;
  }

  /** Kills the broker's process, and returns when it has ended. */
  public void kill() {
    process.destroyForcibly().onExit().join();
  }

  /**
   * Starts a killed broker again, at the same address and with the data that it had written.
   *
   * @throws LocalRunnerException if it does not start
   */
  public void restart() {
    kill();
    process = launch();
    awaitAnswer();
  }

  @Override
  public void close() {
    kill();
    files.delete();
  }

  private Process launch() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(OPTIONS);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(KafkaBroker.class.getName(), files.settings().toString(), clusterId));
    return files.launch(new ProcessBuilder(command));
  }

  /** The client asks again by itself, for as long as the process is there. */
  private void awaitAnswer() {
    Admin admin = admin();
    try {
      CompletableFuture.anyOf(
              admin.describeCluster().nodes().toCompletionStage().toCompletableFuture(),
              process.onExit())
          .join();
    } catch (CompletionException e) {
      throw files.failed("does not answer: " + e.getMessage());
    } finally {
      admin.close(Duration.ZERO);
    }
    if (!process.isAlive()) {
      throw files.failed("ended while it started");
    }
  }

  Admin admin() {
    return Admin.create(
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers(),
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
            (int) GIVE_UP.toMillis()));
  }

  /** Single copies, since one broker can't hold the replicas that Kafka's defaults ask for. */
  private static Map<String, Object> settings(Path data, int brokerPort, int controllerPort) {
    String controller = LOOPBACK + ":" + controllerPort;
    return Map.ofEntries(
        Map.entry("process.roles", "broker,controller"),
        Map.entry("node.id", 1),
        Map.entry("controller.quorum.voters", "1@" + controller),
        Map.entry("controller.listener.names", "CONTROLLER"),
        Map.entry(
            "listeners",
            "PLAINTEXT://%s:%s,CONTROLLER://%s".formatted(LOOPBACK, brokerPort, controller)),
        Map.entry("log.dirs", data),
        Map.entry("auto.create.topics.enable", false),
        Map.entry("offsets.topic.replication.factor", 1),
        Map.entry("offsets.topic.num.partitions", 1),
        Map.entry("group.initial.rebalance.delay.ms", 0));
  }
}
