package dev.effectivelyonce.integration.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The AWS command line that {@code build/checks} pins. */
final class AwsCli {
  private AwsCli() {}

  /**
   * Installs it, if that was not done before. Needs Python, and once PyPI.
   *
   * @throws UnusableEnvironmentException if that fails, or there is no jq
   */
  static void install(Settings settings) {
    new Command(settings.projectRoot(), List.of("build/checks/run", "--install"))
        .run(
            "build/checks/run --install, which installs the AWS command line (Python 3 with venv)");
    new Command(settings.projectRoot(), List.of("jq", "--version"))
        .run("jq, which commands of the runbook need");
  }

  /** The folder of its executable. */
  static Path folder(Settings settings) {
    try {
      Path link = settings.projectRoot().resolve("build/checks/target/bin");
      return Files.exists(link) ? link.toRealPath() : link;
    } catch (IOException e) {
      throw new UnusableEnvironmentException("Can't read build/checks/target: " + e.getMessage());
    }
  }
}
