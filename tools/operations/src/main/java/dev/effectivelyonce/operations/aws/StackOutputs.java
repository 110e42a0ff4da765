package dev.effectivelyonce.operations.aws;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.operations.problem.OperationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.cloudformation.CloudFormationClient;
import software.amazon.awssdk.services.cloudformation.model.CloudFormationException;
import software.amazon.awssdk.services.cloudformation.model.Output;

/** What the outputs of a stack name; names that are none of them stand for themselves. */
public final class StackOutputs {
  private final Map<String, String> values;

  private StackOutputs(Map<String, String> values) {
    this.values = Map.copyOf(values);
  }

  /** No stack: every name stands for itself. */
  public static StackOutputs none() {
    return new StackOutputs(Map.of());
  }

  /**
   * The outputs of a deployed stack.
   *
   * @throws OperationException if there is no such stack
   */
  public static StackOutputs of(CloudFormationClient client, String stack) {
    try {
      return new StackOutputs(
          client.describeStacks(request -> request.stackName(stack)).stacks().stream()
              .flatMap(found -> found.outputs().stream())
              .collect(Collectors.toMap(Output::outputKey, Output::outputValue)));
    } catch (CloudFormationException e) {
      if (e.statusCode() == 400 && String.valueOf(e.getMessage()).contains("does not exist")) {
        throw OperationException.unreachable(
            "The stack \"" + stack + "\" does not exist in this account and region",
            "Check --stack, --region and --profile",
            e);
      }
      throw e;
    }
  }

  /**
   * The outputs in a file that {@code cdk deploy --outputs-file} has written, or in one that holds
   * nothing but outputs.
   *
   * @param stack which stack of the file; empty if it has one alone
   * @throws OperationException if the file can't be used
   */
  public static StackOutputs read(Path file, Optional<String> stack) {
    JsonNode root = parse(file);
    Map<String, String> flat = texts(root);
    if (!flat.isEmpty()) {
      return new StackOutputs(flat);
    }
    String name = stack.orElseGet(() -> onlyStack(root, file));
    if (!root.path(name).isObject()) {
      throw OperationException.usage(
          "The outputs file " + file + " has no stack \"" + name + "\"",
          "Name one of " + String.join(", ", names(root)) + " with --stack");
    }
    return new StackOutputs(texts(root.path(name)));
  }

  /** Returns what the name stands for. */
  public String resolve(String name) {
    return values.getOrDefault(name, name);
  }

  private static JsonNode parse(Path file) {
    try {
      return new ObjectMapper().readTree(Files.readString(file));
    } catch (JsonProcessingException e) {
      throw OperationException.usage(
          "The outputs file " + file + " is not JSON",
          "Name what `cdk deploy --outputs-file` has written");
    } catch (IOException e) {
      throw OperationException.usage(
          "The outputs file " + file + " can't be read", "Check --outputs");
    }
  }

  private static String onlyStack(JsonNode root, Path file) {
    if (root.size() != 1) {
      throw OperationException.usage(
          "The outputs file " + file + " has " + root.size() + " stacks",
          "Say which one with --stack");
    }
    return names(root).iterator().next();
  }

  private static Iterable<String> names(JsonNode node) {
    return node::fieldNames;
  }

  private static Map<String, String> texts(JsonNode node) {
    Map<String, String> texts = new TreeMap<>();
    node.properties()
        .forEach(
            field -> {
              if (field.getValue().isTextual()) {
                texts.put(field.getKey(), field.getValue().asText());
              }
            });
    return texts;
  }
}
