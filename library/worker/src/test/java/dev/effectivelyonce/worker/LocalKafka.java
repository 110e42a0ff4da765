package dev.effectivelyonce.worker;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.utils.Time;

/** A broker of Kafka within this JVM, on loopback. */
public final class LocalKafka implements AutoCloseable {
  /** In milliseconds: how long a member may be silent. */
  static final String SESSION = "10000";

  private static final String LOOPBACK = "127.0.0.1";

  private final Path folder;
  private final int port = freePort();
  private final KafkaRaftServer server;

  public LocalKafka() {
    try {
      folder = Files.createTempDirectory("effectively-once-kafka");
      Path settings = folder.resolve("settings.conf");
      Properties properties = properties();
      try (OutputStream file = Files.newOutputStream(settings)) {
        properties.store(file, "");
      }
      StorageTool.execute(
          new String[] {"format", "-t", Uuid.randomUuid().toString(), "-c", settings.toString()},
          new PrintStream(OutputStream.nullOutputStream()));
      server = new KafkaRaftServer(new KafkaConfig(properties, false), Time.SYSTEM);
      server.startup();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Properties properties() {
    String controller = LOOPBACK + ":" + freePort();
    Properties properties = new Properties();
    properties.putAll(
        Map.ofEntries(
            Map.entry("process.roles", "broker,controller"),
            Map.entry("node.id", "1"),
            Map.entry("controller.quorum.voters", "1@" + controller),
            Map.entry("controller.listener.names", "CONTROLLER"),
            Map.entry(
                "listeners", "PLAINTEXT://%s,CONTROLLER://%s".formatted(address(), controller)),
            Map.entry("log.dirs", folder.resolve("data").toString()),
            Map.entry("offsets.topic.replication.factor", "1"),
            Map.entry("offsets.topic.num.partitions", "1"),
            Map.entry("group.initial.rebalance.delay.ms", "0"),
            // Members of the newer protocol take each step of a rebalance at a heartbeat.
            Map.entry("group.consumer.min.heartbeat.interval.ms", "200"),
            Map.entry("group.consumer.heartbeat.interval.ms", "200"),
            // On a busy machine a member may not get to leave: others need not wait 45 s for it.
            Map.entry("group.consumer.min.session.timeout.ms", SESSION),
            Map.entry("group.consumer.session.timeout.ms", SESSION)));
    return properties;
  }

  public String address() {
    return LOOPBACK + ":" + port;
  }

  public Admin admin() {
    return Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, address()));
  }

  /** Returns when the topics' partitions take records. */
  public void createTopics(int partitions, String... names) {
    try (Admin admin = admin()) {
      List<NewTopic> topics =
          Stream.of(names)
              .map(it -> new NewTopic(it, Optional.of(partitions), Optional.empty()))
              .toList();
      get(admin.createTopics(topics).all());
    }
    // A broker names itself as a new partition's leader before it takes records for it. If it
    // refuses a producer's first batch and takes the second, the first is out of order for ever.
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", address(), "allow.auto.create.topics", false),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.endOffsets(
          Stream.of(names)
              .flatMap(
                  topic ->
                      IntStream.range(0, partitions).mapToObj(it -> new TopicPartition(topic, it)))
              .toList(),
          Duration.ofMinutes(5));
    }
  }

  static <T> T get(KafkaFuture<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }

  /** Returns a port below those that the system itself gives: it may give one twice in a row. */
  static int freePort() {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(10_000, 32_000);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException taken) {
        // Another one is drawn.
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void close() {
    server.shutdown();
    server.awaitShutdown();
    try {
      delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
