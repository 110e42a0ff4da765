package dev.effectivelyonce.integration.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A command of another program, whose output is shown only if it fails. */
final class Command {
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final int SHOWN_LINES = 25;

  private final Path directory;
  private final List<String> words;
  private final Map<String, String> environment;

  Command(Path directory, List<String> words) {
    this(directory, words, Map.of());
  }

  /**
   * @param environment added to this process's
   */
  Command(Path directory, List<String> words, Map<String, String> environment) {
    this.directory = directory;
    this.words = words;
    this.environment = new HashMap<>(environment);
  }

  /**
   * Runs it to its end.
   *
   * @param name what it is, for the text of a failure
   * @throws UnusableEnvironmentException if it can't be started, fails, or takes over 4 minutes
   */
  void run(String name) {
    try {
      Path output = Files.createTempFile("effectively-once-", ".log");
      try {
        run(name, output);
      } finally {
        Files.delete(output);
      }
    } catch (IOException e) {
      throw new UnusableEnvironmentException(
          "Can't run %s: %s. Is it installed and on the PATH?".formatted(name, e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnusableEnvironmentException("Interrupted in " + name);
    }
  }

  private void run(String name, Path output) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw failure("took over " + PATIENCE, name, output);
      }
      if (process.exitValue() != 0) {
        throw failure("ended with status " + process.exitValue(), name, output);
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
    }
  }

  private static UnusableEnvironmentException failure(String what, String name, Path output)
      throws IOException {
    List<String> lines = Files.readAllLines(output);
    List<String> last = lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size());
    return new UnusableEnvironmentException(
        "%s %s. Its last lines:%n%s".formatted(name, what, String.join("\n", last)));
  }
}
