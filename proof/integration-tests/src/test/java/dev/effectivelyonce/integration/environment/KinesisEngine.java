package dev.effectivelyonce.integration.environment;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.testcontainers.localstack.LocalStackContainer;
import org.testcontainers.utility.MountableFile;

/**
 * The engine behind LocalStack's Kinesis, an npm package that runs on Node. LocalStack downloads it
 * at the first call, unless it finds it installed. So {@code package-lock.json} pins it, and it is
 * put where LocalStack looks: no test depends on a download by a container.
 */
final class KinesisEngine {
  /** The variable by which LocalStack is told the version. */
  private static final String VERSION = "KINESIS_MOCK_VERSION";

  private static final int EXECUTABLE = 0755;

  private KinesisEngine() {}

  /** Returns the package's folder, which npm makes. */
  static Path folder(Settings settings) {
    return settings.projectRoot().resolve("node_modules/kinesis-local");
  }

  /** Puts the engine into a container that is not started yet. */
  static void install(Settings settings, LocalStackContainer container) {
    Path engine = folder(settings);
    String version = version(engine);
    String installed = "/usr/lib/localstack/kinesis-local/" + version + "/node_modules/";
    container.withEnv(VERSION, version);
    List.of(engine, engine.resolveSibling("punycode"))
        .forEach(
            it ->
                container.withCopyFileToContainer(
                    MountableFile.forHostPath(it), installed + it.getFileName()));
  }

  private static String version(Path engine) {
    try {
      return new ObjectMapper()
          .readTree(engine.resolve("package.json").toFile())
          .path("version")
          .asText();
    } catch (IOException e) {
      throw new UnusableEnvironmentException(
          "LocalStack's Kinesis is not installed (%s): run 'npm ci'.".formatted(e.getMessage()));
    }
  }

  /**
   * Gives a started container this machine's Node, if its image has none. LocalStack's own has one.
   *
   * @throws UnusableEnvironmentException if that fails
   */
  static void provideNode(LocalStackContainer container) {
    try {
      if (container.execInContainer("sh", "-c", "command -v node").getExitCode() != 0) {
        container.copyFileToContainer(
            MountableFile.forHostPath(node(), EXECUTABLE), "/usr/local/bin/node");
      }
    } catch (IOException e) {
      throw new UnusableEnvironmentException("Can't look for Node in LocalStack: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnusableEnvironmentException("Interrupted while looking for Node in LocalStack");
    }
  }

  private static Path node() throws IOException {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
        .splitAsStream(path)
        .map(directory -> Path.of(directory, "node"))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () -> new UnusableEnvironmentException("No 'node' on the PATH: install Node.js 22."))
        .toRealPath();
  }
}
