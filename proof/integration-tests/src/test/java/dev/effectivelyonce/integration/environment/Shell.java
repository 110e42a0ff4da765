package dev.effectivelyonce.integration.environment;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A shell with the AWS command line and the operator's, pointed at a LocalStack. Each question is
 * answered with yes.
 */
public final class Shell {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final String STACK = "EffectivelyOnce-trial";

  /** The tests run on the Java that functions and tools are built for. */
  static final Map<String, String> JAVA = Map.of("JAVA_HOME", System.getProperty("java.home"));

  /** Version 1 of the AWS command line takes the variable for every service but SQS. */
  private static final String AT_THE_ENDPOINT =
      """
      aws() { command aws --endpoint-url "$AWS_ENDPOINT_URL" "$@"; }
      effectively-once() {
        command effectively-once "$@" --endpoint "$AWS_ENDPOINT_URL" --config "$CONSUMERS"
      }
      """;

  private static final int MOST_QUESTIONS = 20;

  /** What a script came to. */
  public record Result(int status, String output, String errors) {}

  private final Path directory;
  private final Map<String, String> environment;

  /**
   * @param directory where scripts run and leave their files
   * @param endpoint the LocalStack's
   */
  public Shell(Path directory, URI endpoint, Settings settings) {
    this(directory, endpoint, settings, "effectively-once.json");
  }

  /**
   * @param directory where scripts run and leave their files
   * @param endpoint the LocalStack's
   * @param consumers the configuration of the operator's command line, in the project
   */
  public Shell(Path directory, URI endpoint, Settings settings, String consumers) {
    this.directory = directory;
    this.environment = new HashMap<>(JAVA);
    environment.putAll(
        Map.of(
            "PATH",
            "%s:%s:%s"
                .formatted(
                    OperatorCli.folder(settings), AwsCli.folder(settings), System.getenv("PATH")),
            "CONSUMERS",
            settings.projectRoot().resolve(consumers).toString(),
            "EFFECTIVELY_ONCE_STACK",
            STACK,
            "AWS_ENDPOINT_URL",
            endpoint.toString(),
            "AWS_ACCESS_KEY_ID",
            LocalStack.ACCESS_KEY,
            "AWS_SECRET_ACCESS_KEY",
            LocalStack.SECRET_KEY,
            "AWS_DEFAULT_REGION",
            LocalStack.REGION,
            "AWS_MAX_ATTEMPTS",
            "1"));
  }

  /**
   * Runs a script to its end, whatever its status.
   *
   * @throws UnusableEnvironmentException if it can't be started or takes over 2 minutes
   */
  public Result run(String script) {
    try {
      Path answers = Files.createTempFile("answers-", ".txt");
      Path output = Files.createTempFile("stdout-", ".txt");
      Path errors = Files.createTempFile("stderr-", ".txt");
      try {
        Files.writeString(answers, "y\n".repeat(MOST_QUESTIONS));
        return run(script, answers, output, errors);
      } finally {
        Files.delete(answers);
        Files.delete(output);
        Files.delete(errors);
      }
    } catch (IOException e) {
      throw new UnusableEnvironmentException("Can't run bash: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnusableEnvironmentException("Interrupted in " + script);
    }
  }

  private Result run(String script, Path answers, Path output, Path errors)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-c", AT_THE_ENDPOINT + script)
            .directory(directory.toFile())
            .redirectInput(answers.toFile())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
      throw new UnusableEnvironmentException("Not over within " + PATIENCE + ": " + script);
    }
    return new Result(process.exitValue(), text(output), text(errors));
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8).strip();
  }
}
