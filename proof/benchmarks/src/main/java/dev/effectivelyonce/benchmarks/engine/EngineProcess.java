package dev.effectivelyonce.benchmarks.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * An engine in a process of its own, so that processor time and memory of this process are the
 * subject's. Ends with this process, however that ends.
 */
public record EngineProcess(Process process, URI endpoint) implements AutoCloseable {
  private static final String PORT_LINE = "The engine answers at port ";
  private static final String NATIVE_LIBRARY = "sqlite4java.library.path";

  /** Starts one, empty. */
  public static EngineProcess start(Engine engine) {
    try {
      Process process =
          new ProcessBuilder(command(engine))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      return new EngineProcess(process, URI.create("http://127.0.0.1:" + port(process)));
    } catch (IOException e) {
      throw new UncheckedIOException(engine.title() + " does not start", e);
    }
  }

  private static List<String> command(Engine engine) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseSerialGC",
        "-Xmx6g",
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-D" + NATIVE_LIBRARY + "=" + System.getProperty(NATIVE_LIBRARY),
        // The JDK's server would send the head of an answer and its body with a pause between.
        "-Dsun.net.httpserver.nodelay=true",
        "-Dsun.net.httpserver.maxIdleConnections=2000",
        "-classpath",
        System.getProperty("java.class.path"),
        engine.main().getName());
  }

  private static String port(Process process) throws IOException {
    BufferedReader output = process.inputReader();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(PORT_LINE)) {
        return line.substring(PORT_LINE.length());
      }
    }
    throw new IOException("The engine ended before it answered");
  }

  /** Tells the harness the port, and returns never: the harness says nothing until it ends. */
  static void answerUntilTheHarnessEnds(int port) throws IOException {
    System.out.println(PORT_LINE + port);
    while (System.in.read() >= 0) {
      // What it says has no meaning.
    }
    System.exit(0);
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
