package dev.effectivelyonce.local.engines;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.effectivelyonce.local.LocalRunnerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The temporary folder of a server that is a process of its own, with its settings, data and log.
 *
 * @param name the server's
 */
record ServerFiles(String name, Path folder) {
  static ServerFiles create(String name) {
    try {
      return new ServerFiles(name, Files.createTempDirectory("effectively-once-" + name));
    } catch (IOException e) {
      throw new LocalRunnerException(name + " has no folder for its data: " + e.getMessage(), e);
    }
  }

  Path settings() {
    return folder.resolve("settings.conf");
  }

  Path data() {
    return folder.resolve("data");
  }

  private Path log() {
    return folder.resolve("broker.log");
  }

  ServerFiles withSettings(String text) {
    try {
      Files.writeString(settings(), text);
      return this;
    } catch (IOException e) {
      throw new LocalRunnerException(name + "'s settings can't be written: " + e.getMessage(), e);
    }
  }

  /** Starts a process that writes to the log. */
  Process launch(ProcessBuilder process) {
    try {
      return process
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
          .start();
    } catch (IOException e) {
      throw new LocalRunnerException(name + " can't be started: " + e.getMessage(), e);
    }
  }

  /** The exception for a server that does not do what it should. */
  LocalRunnerException failed(String what) {
    return new LocalRunnerException("%s %s; its log says:\n%s".formatted(name, what, logged()));
  }

  private String logged() {
    try {
      return Files.readString(log(), UTF_8);
    } catch (IOException e) {
      return "nothing that can be read: " + e.getMessage();
    }
  }

  void delete() {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new LocalRunnerException("A server's data could not be deleted: " + folder, e);
    }
  }

  /** Loopback ports that are free now. */
  static List<Integer> freePorts(int count) {
    List<ServerSocket> open = new ArrayList<>();
    try {
      while (open.size() < count) {
        open.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      List<Integer> ports = open.stream().map(ServerSocket::getLocalPort).toList();
      for (ServerSocket socket : open) {
        socket.close();
      }
      return ports;
    } catch (IOException e) {
      throw new UncheckedIOException("No free port on loopback", e);
    }
  }
}
