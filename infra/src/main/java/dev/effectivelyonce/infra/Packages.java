package dev.effectivelyonce.infra;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The zips that functions are deployed from.
 *
 * @param functions of every function but the next
 * @param withPowertools of the consumer receipts, which exists where this is given
 * @param onPostgres of the consumer ledger, which exists where this is given
 */
public record Packages(Path functions, Optional<Path> withPowertools, Optional<Path> onPostgres) {
  private static final Path FUNCTIONS = Path.of("functions", "standard", "target", "functions.zip");
  private static final Path WITH_POWERTOOLS =
      Path.of("functions", "powertools", "target", "functions-powertools.zip");

  private static final Path ON_POSTGRES =
      Path.of("functions", "ledger", "target", "functions-ledger.zip");

  /**
   * Returns the packages of a stage, as a build leaves them in the project's directory. Those with
   * Powertools and on PostgreSQL are deployed only where faults are simulated.
   *
   * @throws UnusableInputException if one is missing
   */
  static Packages of(Stage stage, Path projectRoot) {
    return new Packages(
        functions(projectRoot),
        stage.simulates()
            ? Optional.of(existing(projectRoot.resolve(WITH_POWERTOOLS)))
            : Optional.empty(),
        stage.simulates()
            ? Optional.of(existing(projectRoot.resolve(ON_POSTGRES)))
            : Optional.empty());
  }

  /**
   * Returns the package of most functions.
   *
   * @throws UnusableInputException if it is missing
   */
  static Path functions(Path projectRoot) {
    return existing(projectRoot.resolve(FUNCTIONS));
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
