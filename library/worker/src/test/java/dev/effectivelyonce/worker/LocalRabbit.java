package dev.effectivelyonce.worker;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A broker of RabbitMQ on loopback, which build/rabbitmq installs. It ends with this JVM. */
public final class LocalRabbit implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";
  private static final String SERVER = "/usr/lib/rabbitmq/bin/rabbitmq-server";
  private static final String CONTROL = "/usr/lib/rabbitmq/bin/rabbitmqctl";
  private static final Duration GIVE_UP = Duration.ofMinutes(3);
  private static final Duration PAUSE = Duration.ofMillis(200);

  /** Ends both servers, which are a process group of their own, when the standard input does. */
  private static final List<String> COMMAND =
      List.of(
          "setsid", "sh", "-c", "epmd -port \"$ERL_EPMD_PORT\" & \"$0\" & cat; kill -9 0", SERVER);

  private final Path folder;
  private final int port = LocalKafka.freePort();
  private final int distPort = LocalKafka.freePort();
  private final int epmdPort = LocalKafka.freePort();
  private final Process process;

  public LocalRabbit() {
    try {
      folder = Files.createTempDirectory("effectively-once-rabbit");
      Path settings = folder.resolve("settings.conf");
      Files.writeString(settings, "listeners.tcp.default = " + LOOPBACK + ":" + port + "\n");
      process = builder("broker.log", COMMAND).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    awaitAnswer();
  }

  private ProcessBuilder builder(String log, List<String> command) {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(log).toFile());
    builder
        .environment()
        .putAll(
            Map.ofEntries(
                Map.entry("HOME", folder.toString()),
                Map.entry("RABBITMQ_NODENAME", node()),
                Map.entry("RABBITMQ_CONF_ENV_FILE", "/dev/null"),
                Map.entry("RABBITMQ_CONFIG_FILE", folder.resolve("settings.conf").toString()),
                Map.entry("RABBITMQ_MNESIA_BASE", folder.resolve("data").toString()),
                Map.entry("RABBITMQ_LOG_BASE", folder.resolve("log").toString()),
                Map.entry("RABBITMQ_ENABLED_PLUGINS_FILE", folder.resolve("none").toString()),
                Map.entry("RABBITMQ_DIST_PORT", "" + distPort),
                Map.entry("ERL_EPMD_PORT", "" + epmdPort),
                Map.entry("ERL_EPMD_ADDRESS", LOOPBACK),
                Map.entry(
                    "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS",
                    "-kernel inet_dist_use_interface {127,0,0,1}")));
    return builder;
  }

  private String node() {
    return "test-" + port + "@localhost";
  }

  public String host() {
    return LOOPBACK;
  }

  public int port() {
    return port;
  }

  /** Returns how to connect to it. */
  public ConnectionFactory connections() {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost(LOOPBACK);
    factory.setPort(port);
    return factory;
  }

  /** Lets the broker close all connections, as an operator does. */
  void closeConnections() throws IOException, InterruptedException {
    Process ended =
        builder("control.log", List.of(CONTROL, "close_all_connections", "for a test")).start();
    if (ended.waitFor() != 0) {
      throw new IllegalStateException(Files.readString(folder.resolve("control.log")));
    }
  }

  private void awaitAnswer() {
    long end = System.nanoTime() + GIVE_UP.toNanos();
    while (!isAnswering()) {
      if (System.nanoTime() > end || hasEndedWithin(PAUSE)) {
        close();
        throw new IllegalStateException("RabbitMQ does not answer");
      }
    }
  }

  private boolean hasEndedWithin(Duration pause) {
    try {
      return process.waitFor(pause.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private boolean isAnswering() {
    try (Connection connection = connections().newConnection()) {
      return connection.isOpen();
    } catch (IOException | TimeoutException e) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      process.onExit().join();
      LocalKafka.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
