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

/** The temporary folder of a server that is a process of its own, its log, and its ports. */
final class ServerFiles {
  private ServerFiles() {}

  static Path log(Path folder) {
    return folder.resolve("broker.log");
  }

  static String logged(Path folder) {
    try {
      return Files.readString(log(folder), UTF_8);
    } catch (IOException e) {
      return "nothing that can be read: " + e.getMessage();
    }
  }

  static void delete(Path folder) {
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
