package dev.effectivelyonce.local.lambda;

import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.template.FunctionResource;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How the process of a function is started: the command and the variables that Lambda sets. */
record FunctionProcess(FunctionResource function, Platform platform, Path code, Path log) {
  private static final double HEAP_SHARE = 0.85;

  /**
   * Becomes the process, and leaves a shell behind that kills it when the pipe to its standard
   * input ends: with the runner, whatever ended that, and even where the process is stopped half
   * way.
   */
  static final List<String> ENDS_WITH_THE_RUNNER =
      List.of(
          "sh",
          "-c",
          "exec 3<&0 </dev/null; { read -r _ <&3; kill -9 $$; } 2>/dev/null & exec 3<&-; exec"
              + " \"$@\"",
          "sh");

  private static final List<String> OPTIONS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:-UsePerfData",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

  /**
   * What keeps every process from handling an event. The Runtime Interface Client starts without
   * the handler class, and fails each invocation.
   */
  Optional<String> problem() {
    String type = function.handler().replaceFirst("::.*", "");
    return FunctionCode.holds(code, type)
        ? Optional.empty()
        : Optional.of(
            "its handler class %s is not in its package %s".formatted(type, function.zip()));
  }

  /** Starts one. */
  Process start(String runtimeApi) {
    ProcessBuilder builder =
        new ProcessBuilder(command())
            .directory(code.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().clear();
    builder.environment().putAll(variables(runtimeApi));
    try {
      return builder.start();
    } catch (IOException e) {
      throw new LocalRunnerException(
          "Cannot start a process for " + function.name() + ": " + e.getMessage(), e);
    }
  }

  private List<String> command() {
    List<String> command = new ArrayList<>(ENDS_WITH_THE_RUNNER);
    command.addAll(platform.launcher());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + (long) (function.memoryMiB() * HEAP_SHARE) + "m");
    command.addAll(OPTIONS);
    command.add(NativeClientLibrary.option(platform.workFolder().resolve("native")));
    command.addAll(
        List.of("-cp", classPath(), RuntimeInterfaceClient.MAIN_CLASS, function.handler()));
    return command;
  }

  /**
   * The Runtime Interface Client would find lib/ itself, in its working folder, as it does on
   * Lambda. Named on the class path the jars come in the same order.
   */
  private String classPath() {
    return Stream.concat(RuntimeInterfaceClient.jars().stream(), FunctionCode.jars(code).stream())
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private Map<String, String> variables(String runtimeApi) {
    Map<String, String> variables = new TreeMap<>(function.environment());
    variables.put("AWS_LAMBDA_RUNTIME_API", runtimeApi);
    variables.put("_HANDLER", function.handler());
    variables.put("LAMBDA_TASK_ROOT", code.toString());
    variables.put("AWS_LAMBDA_FUNCTION_NAME", function.name());
    variables.put("AWS_LAMBDA_FUNCTION_VERSION", "1");
    variables.put("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", Integer.toString(function.memoryMiB()));
    variables.put("AWS_LAMBDA_LOG_GROUP_NAME", "/aws/lambda/" + function.name());
    variables.put("AWS_LAMBDA_LOG_STREAM_NAME", "local");
    // Lambda refuses this variable in a template; who measures restores sets it.
    variables.putIfAbsent("AWS_LAMBDA_INITIALIZATION_TYPE", "on-demand");
    variables.put("AWS_EXECUTION_ENV", "AWS_Lambda_java25");
    variables.putAll(awsVariables());
    return variables;
  }

  /** The configuration files are named away, so that the user's own AWS settings stay out. */
  private Map<String, String> awsVariables() {
    return Map.of(
        "AWS_REGION", platform.region(),
        "AWS_DEFAULT_REGION", platform.region(),
        "AWS_ACCESS_KEY_ID", "local",
        "AWS_SECRET_ACCESS_KEY", "local",
        "AWS_ENDPOINT_URL_DYNAMODB", platform.dynamoDbEndpoint().toString(),
        "AWS_ENDPOINT_URL_SQS", platform.sqsEndpoint().toString(),
        "AWS_CONFIG_FILE", code.resolve("no-aws-config").toString(),
        "AWS_SHARED_CREDENTIALS_FILE", code.resolve("no-aws-credentials").toString(),
        "LANG", "C.UTF-8",
        "TZ", "UTC");
  }
}
