package dev.effectivelyonce.local.lambda;

import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.template.FunctionResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * The JDK's ahead-of-time cache of one function's classes; a JVM that finds it unfit starts without
 * it.
 */
final class StartupCache {
  static final Duration LIMIT = Duration.ofSeconds(60);

  private final Path file;

  private StartupCache(Path file) {
    this.file = file;
  }

  /** The cache of this zip, whose name has its content's hash, on this JDK. */
  static StartupCache of(Path workFolder, FunctionResource function) {
    String name =
        "%s-%s-%s.aot".formatted(function.name(), function.zip().getFileName(), Runtime.version());
    return new StartupCache(workFolder.resolve("startup").resolve(name));
  }

  /** The options of a JVM that may use it. */
  List<String> use() {
    return Files.exists(file) ? List.of("-XX:AOTCache=" + file) : List.of();
  }

  /**
   * Makes it unless it is there: the training is given the options of the JVM that writes it at its
   * end.
   */
  void make(Consumer<List<String>> training) {
    if (Files.exists(file)) {
      return;
    }
    try {
      Files.createDirectories(file.resolveSibling("."));
    } catch (IOException e) {
      throw new LocalRunnerException(
          "Cannot write the startup cache " + file + ": " + e.getMessage(), e);
    }
    training.accept(List.of("-XX:AOTCacheOutput=" + file, "-Xlog:aot=error"));
  }
}
