package dev.effectivelyonce.local.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.gateway.GatewayStandIn;
import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.options.RunnerOptions;
import dev.effectivelyonce.local.payment.Gateways;
import dev.effectivelyonce.local.system.LocalSettings;
import dev.effectivelyonce.local.system.LocalSystem;
import dev.effectivelyonce.local.template.FunctionResource;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Invokes the function that an event file names, once; the exit status is 1 unless it returns. */
@Command(name = "invoke", description = "Invokes a function once with the event of a file.")
final class InvokeCommand implements Callable<Integer> {
  private static final int FUNCTION_FAILED = 1;

  @Mixin private final RunnerOptions options = new RunnerOptions();

  @Option(names = "--event", required = true, description = "The event file; see events/.")
  private Path event = Path.of("");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    EventFile file = EventFile.read(options.resolve(event));
    try (GatewayStandIn gateway = Gateways.faultless();
        LocalSystem system = LocalSystem.start(settings(gateway))) {
      FunctionResource function = function(system, file.function());
      prepare(system, file);
      return report(
          system, file, function, system.invoke(function.name(), file.event().toString()));
    }
  }

  private LocalSettings settings(GatewayStandIn gateway) {
    return options
        .settings()
        .withProcessesPerFunction(1)
        .withAdjustment(template -> Gateways.through(template, gateway));
  }

  private int report(
      LocalSystem system, EventFile file, FunctionResource function, InvocationResult result) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf(Locale.ROOT, "%n%s%n", file.description());
    out.printf(Locale.ROOT, "Function  %s%n", function.name());
    out.printf(Locale.ROOT, "Log       %s%n", system.function(function.name()).log());
    out.printf(Locale.ROOT, "Result    %s%n%n", word(result));
    out.println(payload(result));
    out.flush();
    return result instanceof InvocationResult.Succeeded ? 0 : FUNCTION_FAILED;
  }

  private static String word(InvocationResult result) {
    return result instanceof InvocationResult.FunctionError ? "Function error" : result.describe();
  }

  private static String payload(InvocationResult result) {
    return switch (result) {
      case InvocationResult.Succeeded succeeded -> pretty(succeeded.payload());
      case InvocationResult.FunctionError error -> pretty(error.payload());
      case InvocationResult.TimedOut ignored -> "";
      case InvocationResult.Crashed ignored -> "";
    };
  }

  private static String pretty(String json) {
    try {
      return new ObjectMapper().readTree(json).toPrettyString();
    } catch (JsonProcessingException e) {
      return json;
    }
  }

  static FunctionResource function(LocalSystem system, String name) {
    List<FunctionResource> all = system.template().functions();
    return all.stream()
        .filter(function -> shortName(function).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new LocalRunnerException(
                    "No function \"%s\"; the stack has %s."
                        .formatted(name, all.stream().map(InvokeCommand::shortName).toList())));
  }

  /**
   * The last part of the package that the handler is in: orders of
   * dev.effectivelyonce.functions.orders.
   */
  private static String shortName(FunctionResource function) {
    String type = function.handler().replaceFirst("::.*", "");
    String inPackage = type.substring(0, Math.max(0, type.lastIndexOf('.')));
    return inPackage.substring(inPackage.lastIndexOf('.') + 1);
  }

  /** Writes the rows that the event needs. */
  static void prepare(LocalSystem system, EventFile file) {
    file.rows()
        .properties()
        .forEach(
            table ->
                table
                    .getValue()
                    .forEach(
                        row ->
                            system
                                .dynamoDb()
                                .putItem(
                                    put ->
                                        put.tableName(system.output(table.getKey()))
                                            .item(item(row)))));
  }

  private static Map<String, AttributeValue> item(JsonNode row) {
    return row.properties().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, it -> attribute(it.getValue())));
  }

  private static AttributeValue attribute(JsonNode value) {
    return value.isNumber()
        ? AttributeValue.fromN(value.asText())
        : AttributeValue.fromS(value.asText());
  }
}
