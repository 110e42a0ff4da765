package dev.effectivelyonce.infra;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The zips that functions are deployed from.
 *
 * @param functions of every function but the next
 * @param withPowertools of the consumer receipts, which exists where this is given
 */
public record Packages(Path functions, Optional<Path> withPowertools) {
  private static final Path FUNCTIONS = Path.of("functions", "standard", "target", "functions.zip");
  private static final Path WITH_POWERTOOLS =
      Path.of("functions", "powertools", "target", "functions-powertools.zip");

  /**
   * Returns the packages of a stage, as a build leaves them in the project's directory. The one
   * with Powertools is deployed only where faults are simulated.
   *
   * @throws UnusableInputException if one is missing
   */
  static Packages of(Stage stage, Path projectRoot) {
    return new Packages(
        existing(projectRoot.resolve(FUNCTIONS)),
        stage.simulates()
            ? Optional.of(existing(projectRoot.resolve(WITH_POWERTOOLS)))
            : Optional.empty());
  }

  private static Path existing(Path zip) {
    if (!Files.isRegularFile(zip)) {
      throw new UnusableInputException(
          "No %s: run 'mvn package' in the project's directory first."
              .formatted(zip.toAbsolutePath()));
    }
    return zip;
  }
}
