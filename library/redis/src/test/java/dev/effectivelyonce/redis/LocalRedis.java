package dev.effectivelyonce.redis;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisClient;
import redis.embedded.core.ExecutableProvider;

/** A Redis server in a process of its own, on the loopback address. */
final class LocalRedis implements AutoCloseable {
  static final int PATIENCE_MILLIS = 60_000;

  private static final Path BINARY = binary();

  private final Path folder;
  private final List<String> settings;
  private final int port;
  private Process process;
  private RedisClient client;

  private LocalRedis(int port, Path folder, List<String> settings) throws IOException {
    this.port = port;
    this.folder = folder;
    this.settings = settings;
    this.process = launched();
    this.client = patient(port);
  }

  /** Starts an empty server that keeps nothing on its disk, unless the settings say so. */
  static LocalRedis start(String... settings) {
    try {
      return new LocalRedis(freePort(), Files.createTempDirectory("redis"), List.of(settings));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Starts the same with a port for TLS beside the other. */
  static LocalRedis startWithTls(String certificateFile, String keyFile) {
    return start(
        "--tls-port",
        String.valueOf(freePort()),
        "--tls-cert-file",
        certificateFile,
        "--tls-key-file",
        keyFile,
        "--tls-auth-clients",
        "no",
        "--tls-ca-cert-file",
        certificateFile);
  }

  int tlsPort() {
    return Integer.parseInt(settings.get(1));
  }

  int port() {
    return port;
  }

  RedisClient client() {
    return client;
  }

  Commands commands() {
    return new JedisCommands(client);
  }

  /** Sends a command that the client has no method for. */
  Object send(Protocol.Command command, Object... arguments) {
    CommandArguments all = new CommandArguments(command);
    for (Object argument : arguments) {
      all.add(argument);
    }
    return client.executeCommand(all);
  }

  /** Kills the server as {@code kill -9} does. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** Starts the server again, with what its disk holds. */
  void restart() {
    try {
      client.close();
      process = launched();
      client = patient(port);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    client.close();
    kill();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private Process launched() throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                BINARY.toString(),
                "--bind",
                "127.0.0.1",
                "--port",
                String.valueOf(port),
                "--dir",
                folder.toString(),
                "--save",
                ""));
    command.addAll(settings);
    Process started = new ProcessBuilder(command).redirectErrorStream(true).start();
    BufferedReader output = started.inputReader();
    String line = output.readLine();
    while (line != null && !line.contains("Ready to accept connections")) {
      line = output.readLine();
    }
    if (line == null) {
      throw new IllegalStateException("The server ended: " + String.join(" ", command));
    }
    Thread.ofVirtual().start(() -> drain(output));
    return started;
  }

  /** Reads what else the server logs, until its end: a full pipe would stop it. */
  private static void drain(BufferedReader output) {
    try {
      output.transferTo(Writer.nullWriter());
    } catch (IOException ended) {
      // The server was killed, and its output with it.
    }
  }

  /** Returns a client that waits longer than a busy machine makes it. */
  static RedisClient patient(int port) {
    return RedisClient.builder()
        .hostAndPort("127.0.0.1", port)
        .clientConfig(DefaultJedisClientConfig.builder().timeoutMillis(PATIENCE_MILLIS).build())
        .build();
  }

  /**
   * Returns a port below those that the system itself gives: on a busy machine it gave the same one
   * twice in a row, and could give it to a client before the server listens. That of a cluster's
   * bus is 10,000 higher.
   */
  private static int freePort() {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(10_000, 32_000);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException taken) {
        // Another one is drawn.
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Returns that of embedded-redis, or the one of {@code -Dredis.server=FILE}. */
  private static Path binary() {
    try {
      String other = System.getProperty("redis.server", "");
      return other.isEmpty()
          ? ExecutableProvider.newJarResourceProvider().get().toPath()
          : Path.of(other);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
