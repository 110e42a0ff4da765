package dev.effectivelyonce.spring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;

/** A broker of RabbitMQ on loopback, which build/rabbitmq installs. It ends with this JVM. */
final class LocalRabbit implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";
  private static final String SERVER = "/usr/lib/rabbitmq/bin/rabbitmq-server";
  private static final Duration GIVE_UP = Duration.ofMinutes(3);
  private static final Duration PAUSE = Duration.ofMillis(200);

  /** Ends both servers, which are a process group of their own, when the standard input does. */
  private static final List<String> COMMAND =
      List.of(
          "setsid", "sh", "-c", "epmd -port \"$ERL_EPMD_PORT\" & \"$0\" & cat; kill -9 0", SERVER);

  private final Path folder;
  private final int port = Scratch.freePort();
  private final Process process;

  LocalRabbit() {
    try {
      folder = Files.createTempDirectory("effectively-once-spring-rabbit");
      Path settings = folder.resolve("settings.conf");
      Files.writeString(settings, "listeners.tcp.default = " + LOOPBACK + ":" + port + "\n");
      ProcessBuilder builder =
          new ProcessBuilder(COMMAND)
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("broker.log").toFile());
      builder
          .environment()
          .putAll(
              Map.ofEntries(
                  Map.entry("HOME", folder.toString()),
                  Map.entry("RABBITMQ_NODENAME", "spring-" + port + "@localhost"),
                  Map.entry("RABBITMQ_CONF_ENV_FILE", "/dev/null"),
                  Map.entry("RABBITMQ_CONFIG_FILE", settings.toString()),
                  Map.entry("RABBITMQ_MNESIA_BASE", folder.resolve("data").toString()),
                  Map.entry("RABBITMQ_LOG_BASE", folder.resolve("log").toString()),
                  Map.entry("RABBITMQ_ENABLED_PLUGINS_FILE", folder.resolve("none").toString()),
                  Map.entry("RABBITMQ_DIST_PORT", "" + Scratch.freePort()),
                  Map.entry("ERL_EPMD_PORT", "" + Scratch.freePort()),
                  Map.entry("ERL_EPMD_ADDRESS", LOOPBACK),
                  Map.entry(
                      "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS",
                      "-kernel inet_dist_use_interface {127,0,0,1}")));
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    awaitAnswer();
  }

  CachingConnectionFactory connections() {
    return new CachingConnectionFactory(LOOPBACK, port);
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
    CachingConnectionFactory connections = connections();
    try {
      connections.createConnection().close();
      return true;
    } catch (AmqpException e) {
      return false;
    } finally {
      connections.destroy();
    }
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      process.onExit().join();
      Scratch.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
