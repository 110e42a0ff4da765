package dev.effectivelyonce.integration.stack;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.cloudformation.CloudFormationClient;
import software.amazon.awssdk.services.cloudformation.model.Output;

/** The outputs of the deployed stack. */
public record Outputs(Map<String, String> values) {
  private static final String STACK = "EffectivelyOnce-trial";

  static Outputs of(CloudFormationClient cloudFormation) {
    return new Outputs(
        cloudFormation
            .describeStacks(describe -> describe.stackName(STACK))
            .stacks()
            .getFirst()
            .outputs()
            .stream()
            .collect(Collectors.toMap(Output::outputKey, Output::outputValue)));
  }

  /** The value of an output that the stack promises. */
  public String value(String name) {
    return Optional.ofNullable(values.get(name))
        .orElseThrow(() -> new AssertionError("The stack has no output " + name + ": " + values));
  }
}
