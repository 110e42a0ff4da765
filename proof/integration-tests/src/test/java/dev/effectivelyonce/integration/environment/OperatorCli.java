package dev.effectivelyonce.integration.environment;

import java.nio.file.Path;
import java.util.List;

/** The command line that the build has packaged, installed as the pages say. */
final class OperatorCli {
  private static final String INSTALL = "tools/cli/src/main/launcher/install";

  private OperatorCli() {}

  /**
   * Installs it anew.
   *
   * @throws UnusableEnvironmentException if that fails
   */
  static void install(Settings settings) {
    new Command(settings.projectRoot(), List.of(INSTALL, folder(settings).toString()), Shell.JAVA)
        .run(INSTALL);
  }

  /** The folder of its executable. */
  static Path folder(Settings settings) {
    return settings.projectRoot().resolve("proof/integration-tests/target/operator");
  }
}
