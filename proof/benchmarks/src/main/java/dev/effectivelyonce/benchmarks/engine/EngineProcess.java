package dev.effectivelyonce.benchmarks.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * DynamoDB Local in a process of its own, so that processor time and memory of this process are the
 * subject's. Ends with this process, however that ends.
 */
public final class EngineProcess implements AutoCloseable {
  static final String PORT_LINE = "DynamoDB Local answers at port ";
  private static final String NATIVE_LIBRARY = "sqlite4java.library.path";

  private final Process process;
  private final URI endpoint;

  private EngineProcess(Process process, URI endpoint) {
    this.process = process;
    this.endpoint = endpoint;
  }

  /** Starts it, empty. */
  public static EngineProcess start() {
    try {
      Process process =
          new ProcessBuilder(command()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      return new EngineProcess(process, URI.create("http://127.0.0.1:" + port(process)));
    } catch (IOException e) {
      throw new UncheckedIOException("DynamoDB Local does not start", e);
    }
  }

  private static List<String> command() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseSerialGC",
        "-Xmx1g",
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-D" + NATIVE_LIBRARY + "=" + System.getProperty(NATIVE_LIBRARY),
        "-classpath",
        System.getProperty("java.class.path"),
        EngineMain.class.getName());
  }

  private static String port(Process process) throws IOException {
    BufferedReader output = process.inputReader();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(PORT_LINE)) {
        return line.substring(PORT_LINE.length());
      }
    }
    throw new IOException("DynamoDB Local ended before it answered");
  }

  /** Where it answers. */
  public URI endpoint() {
    return endpoint;
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
