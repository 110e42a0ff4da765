package dev.effectivelyonce.integration.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The command line that the build has packaged, installed as the pages say. */
final class OperatorCli {
  private static final String INSTALL = "tools/cli/src/main/launcher/install";
  private static final String JAR = "effectively-once.jar";

  private OperatorCli() {}

  /**
   * Installs it, if the one that was packaged last is not installed.
   *
   * @throws UnusableEnvironmentException if that fails
   */
  static void install(Settings settings) {
    Path packaged = settings.projectRoot().resolve("tools/cli/target").resolve(JAR);
    Path installed = folder(settings).resolve(JAR);
    try {
      if (Files.exists(installed) && Files.mismatch(packaged, installed) < 0) {
        return;
      }
    } catch (IOException e) {
      throw new UnusableEnvironmentException("Can't read " + packaged + ": " + e.getMessage());
    }
    new Command(settings.projectRoot(), List.of(INSTALL, folder(settings).toString()), Shell.JAVA)
        .run(INSTALL);
  }

  /** The folder of its executable. */
  static Path folder(Settings settings) {
    return settings.projectRoot().resolve("proof/integration-tests/target/operator");
  }
}
