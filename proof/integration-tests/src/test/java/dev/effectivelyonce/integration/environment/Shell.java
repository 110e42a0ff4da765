package dev.effectivelyonce.integration.environment;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A shell with the AWS command line, pointed at a LocalStack. */
public final class Shell {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Version 1 of the command line takes the variable for every service but SQS. */
  private static final String AT_THE_ENDPOINT =
      "aws() { command aws --endpoint-url \"$AWS_ENDPOINT_URL\" \"$@\"; }\n";

  /** What a script came to. */
  public record Result(int status, String output, String errors) {}

  private final Path directory;
  private final Map<String, String> environment;

  /**
   * @param directory where scripts run
   * @param endpoint the LocalStack's
   */
  public Shell(Path directory, URI endpoint, Settings settings) {
    this.directory = directory;
    this.environment =
        Map.of(
            "PATH",
            AwsCli.folder(settings) + ":" + System.getenv("PATH"),
            "AWS_ENDPOINT_URL",
            endpoint.toString(),
            "AWS_ACCESS_KEY_ID",
            LocalStack.ACCESS_KEY,
            "AWS_SECRET_ACCESS_KEY",
            LocalStack.SECRET_KEY,
            "AWS_DEFAULT_REGION",
            LocalStack.REGION,
            "AWS_MAX_ATTEMPTS",
            "1");
  }

  /**
   * Runs a script to its end, whatever its status.
   *
   * @throws UnusableEnvironmentException if it can't be started or takes over 2 minutes
   */
  public Result run(String script) {
    Path output = directory.resolve("stdout.txt");
    Path errors = directory.resolve("stderr.txt");
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-c", AT_THE_ENDPOINT + script)
            .directory(directory.toFile())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile());
    builder.environment().putAll(environment);
    try {
      Process process = builder.start();
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        throw new UnusableEnvironmentException("Not over within " + PATIENCE + ": " + script);
      }
      return new Result(process.exitValue(), text(output), text(errors));
    } catch (IOException e) {
      throw new UnusableEnvironmentException("Can't run bash: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnusableEnvironmentException("Interrupted in " + script);
    }
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8).strip();
  }
}
