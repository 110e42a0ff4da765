package dev.effectivelyonce.local.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The end of a function's log, for a message that says why the function does not run. */
final class LogTail {
  private static final int LINES = 30;

  private LogTail() {}

  /** The last lines with the name of their file, or that there is none. */
  static String of(Path log) {
    try {
      List<String> lines =
          Files.exists(log)
              ? new String(Files.readAllBytes(log), UTF_8).lines().toList()
              : List.of();
      return lines.isEmpty() ? "It has logged nothing." : quoted(log, lines);
    } catch (IOException e) {
      return "Its log %s can't be read: %s".formatted(log, e.getMessage());
    }
  }

  private static String quoted(Path log, List<String> lines) {
    return lines.stream()
        .skip(Math.max(0, lines.size() - LINES))
        .map(line -> "\n  " + line)
        .collect(Collectors.joining("", "The end of its log " + log + ":", ""));
  }
}
