package dev.effectivelyonce.metrics;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Writes to standard output rather than the log: CloudWatch looks for a metric's names at the top
 * of a line's JSON, where a logger's layout would put its own.
 */
final class StandardOutput implements Consumer<String> {
  @Override
  public void accept(String line) {
    byte[] whole = (line + "\n").getBytes(StandardCharsets.UTF_8);
    // Read each time: Lambda sets the stream when it starts. One write keeps a line whole.
    PrintStream out = System.out;
    out.write(whole, 0, whole.length);
    out.flush();
  }
}
