package dev.effectivelyonce.spring;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;

/** A broker of Kafka within this JVM, on loopback. */
final class LocalKafka implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";

  private final Path folder;
  private final int port = Scratch.freePort();
  private final KafkaRaftServer server;

  LocalKafka() {
    try {
      folder = Files.createTempDirectory("effectively-once-spring-kafka");
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
    String controller = LOOPBACK + ":" + Scratch.freePort();
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
            Map.entry("group.initial.rebalance.delay.ms", "0")));
    return properties;
  }

  String address() {
    return LOOPBACK + ":" + port;
  }

  Admin admin() {
    return Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, address()));
  }

  void createTopics(String... names) {
    try (Admin admin = admin()) {
      List<NewTopic> topics =
          Stream.of(names).map(it -> new NewTopic(it, Optional.of(1), Optional.empty())).toList();
      admin.createTopics(topics).all().toCompletionStage().toCompletableFuture().join();
    }
  }

  @Override
  public void close() {
    server.shutdown();
    server.awaitShutdown();
    try {
      Scratch.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
