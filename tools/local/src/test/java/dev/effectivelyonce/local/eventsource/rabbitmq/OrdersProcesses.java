package dev.effectivelyonce.local.eventsource.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.local.engines.Endpoints;
import dev.effectivelyonce.local.engines.LocalClients;
import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.lambda.FunctionInvoker;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.lambda.InvocationResult.Crashed;
import dev.effectivelyonce.local.lambda.InvocationResult.Succeeded;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs {@link OrdersFunction}, each invocation in a process of its own, which can be killed.
 *
 * @param starts the file with a line for each start of the handler
 */
record OrdersProcesses(Endpoints endpoints, String region, Path starts) {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  FunctionInvoker process(String parkingQueue) {
    return event -> ended(launched(event, parkingQueue));
  }

  /** Kills the process when it has started so many handlers more. */
  InvocationResult killed(String event, String parkingQueue, int handlers) {
    long before = started().size();
    Process process = launched(event, parkingQueue);
    Await.until(
        "handlers start", () -> started().size() >= before + handlers || !process.isAlive());
    process.destroyForcibly();
    return ended(process);
  }

  private Process launched(String event, String parkingQueue) {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            OrdersFunction.class.getName(),
            starts.toString(),
            TIMEOUT.toString());
    builder
        .environment()
        .putAll(
            Map.ofEntries(
                Map.entry("AWS_REGION", region),
                Map.entry("AWS_ACCESS_KEY_ID", LocalClients.ACCESS_KEY),
                Map.entry("AWS_SECRET_ACCESS_KEY", LocalClients.SECRET_KEY),
                Map.entry("AWS_ENDPOINT_URL_DYNAMODB", endpoints.dynamoDb().toString()),
                Map.entry("AWS_ENDPOINT_URL_SQS", endpoints.sqs().toString()),
                Map.entry(EnvironmentVariables.TABLE, RabbitMqConsumerIT.RECORDS),
                Map.entry(EnvironmentVariables.RETENTION, "PT696H"),
                Map.entry(EnvironmentVariables.MAX_RECEIVE_COUNT, "1000"),
                Map.entry(EnvironmentVariables.PARKING_QUEUE_URL, parkingQueue)));
    try {
      Process process =
          builder
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try (OutputStream input = process.getOutputStream()) {
        input.write(event.getBytes(UTF_8));
      }
      return process;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InvocationResult ended(Process process) {
    try {
      int status = process.waitFor();
      return status == 0 ? new Succeeded("{}") : new Crashed(status);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
      return new Crashed(137);
    }
  }

  List<String> started() {
    try {
      return Optional.of(starts).filter(Files::exists).isPresent()
          ? Files.readAllLines(starts)
          : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
