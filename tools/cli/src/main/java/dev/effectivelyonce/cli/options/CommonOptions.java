package dev.effectivelyonce.cli.options;

import dev.effectivelyonce.cli.output.Format;
import dev.effectivelyonce.operations.OperatorContextSettings;
import dev.effectivelyonce.operations.aws.Connection;
import dev.effectivelyonce.operations.config.ConfigFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What every command takes. */
public final class CommonOptions {
  private static final String STACK = "EFFECTIVELY_ONCE_STACK";
  private static final String OUTPUTS = "EFFECTIVELY_ONCE_OUTPUTS";

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The consumers. Default: " + ConfigFile.DEFAULT_NAME + ".")
  private Optional<Path> config = Optional.empty();

  @Option(
      names = "--stack",
      paramLabel = "NAME",
      description =
          "The stack whose outputs the configuration names. Default, without --outputs: $"
              + STACK
              + ".")
  private Optional<String> stack = Optional.empty();

  @Option(
      names = "--outputs",
      paramLabel = "FILE",
      description =
          "Its outputs, as `cdk deploy --outputs-file` writes them. Default, without --stack: $"
              + OUTPUTS
              + ".")
  private Optional<Path> outputs = Optional.empty();

  @Option(
      names = "--endpoint",
      paramLabel = "[SERVICE=]URL",
      description =
          "Where AWS is, for all services or one of cloudformation, cloudwatch, dynamodb,"
              + " lambda, sqs, sts. Repeatable.")
  private List<String> endpoints = new ArrayList<>();

  @Option(
      names = "--region",
      paramLabel = "REGION",
      description = "The AWS region. Default: $AWS_REGION, $AWS_DEFAULT_REGION, the profile's.")
  private Optional<String> region = Optional.empty();

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "The profile of the shared AWS configuration.")
  private Optional<String> profile = Optional.empty();

  @Option(
      names = "--output",
      paramLabel = "text|json",
      description = "How the result is written. Default: text.")
  private Format output = Format.text;

  @Option(names = "--verbose", description = "Show the stack trace of an error.")
  private boolean verbose;

  /**
   * The place to work at. The environment is asked for the stack if neither stack nor outputs are
   * given.
   */
  OperatorContextSettings settings(Host host) {
    Path directory = host.directory();
    return new OperatorContextSettings(
        directory.resolve(config.orElse(Path.of(ConfigFile.DEFAULT_NAME))),
        isStackGiven() ? stack : host.variable(STACK),
        (isStackGiven() ? outputs : host.variable(OUTPUTS).map(Path::of)).map(directory::resolve),
        connection(host));
  }

  Format output() {
    return output;
  }

  /** Returns whether stack traces are shown. */
  public boolean isVerbose() {
    return verbose;
  }

  private Connection connection(Host host) {
    Optional<String> named =
        region.or(() -> host.variable("AWS_REGION")).or(() -> host.variable("AWS_DEFAULT_REGION"));
    return Connection.of(endpoints, named, profile);
  }

  private boolean isStackGiven() {
    return stack.isPresent() || outputs.isPresent();
  }

  /** Returns these options as they were given, for a command that the user is to type. */
  List<String> again() {
    List<String> again = new ArrayList<>();
    config.ifPresent(file -> again.add("--config=" + file));
    stack.ifPresent(name -> again.add("--stack=" + name));
    outputs.ifPresent(file -> again.add("--outputs=" + file));
    endpoints.forEach(endpoint -> again.add("--endpoint=" + endpoint));
    region.ifPresent(name -> again.add("--region=" + name));
    profile.ifPresent(name -> again.add("--profile=" + name));
    return again;
  }
}
