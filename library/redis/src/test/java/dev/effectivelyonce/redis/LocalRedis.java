package dev.effectivelyonce.redis;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisClient;
import redis.embedded.core.ExecutableProvider;

/** A Redis server in a process of its own, on the loopback address. */
final class LocalRedis implements AutoCloseable {
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
    this.client = RedisClient.create("127.0.0.1", port);
  }

  /** Starts an empty server that keeps nothing on its disk, unless the settings say so. */
  static LocalRedis start(String... settings) {
    try {
      return new LocalRedis(freePort(), Files.createTempDirectory("redis"), List.of(settings));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
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
      client = RedisClient.create("127.0.0.1", port);
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
    Thread.ofVirtual().start(() -> output.lines().forEach(ignored -> {}));
    return started;
  }

  /** Returns a port that leaves room for that of a cluster's bus, 10,000 higher. */
  private static int freePort() throws IOException {
    while (true) {
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        if (socket.getLocalPort() < 55_000) {
          return socket.getLocalPort();
        }
      }
    }
  }

  private static Path binary() {
    try {
      return ExecutableProvider.newJarResourceProvider().get().toPath();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
