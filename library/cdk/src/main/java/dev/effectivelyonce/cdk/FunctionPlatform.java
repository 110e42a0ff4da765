package dev.effectivelyonce.cdk;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import software.amazon.awscdk.services.lambda.Architecture;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.lambda.ILayerVersion;
import software.amazon.awscdk.services.lambda.Runtime;
import software.amazon.awscdk.services.lambda.Tracing;

/** What Lambda runs a function on, and what it adds to it. */
record FunctionPlatform(
    Runtime runtime, Architecture architecture, List<ILayerVersion> layers, Tracing tracing) {
  /** The runtimes that can run the library's classes. */
  private static final Set<String> RUNTIMES = Set.of("java21", "java25");

  private static final int MOST_LAYERS = 5;

  List<String> problems() {
    return new Problems()
        .when(
            !RUNTIMES.contains(runtime.getName()),
            "runtime is %s, which can't run the library. Set JAVA_21 or JAVA_25.",
            runtime.getName())
        .when(
            layers.size() > MOST_LAYERS,
            "%s layers are set: Lambda takes %s at most.",
            layers.size(),
            MOST_LAYERS)
        .all();
  }

  void addTo(Function.Builder function) {
    function.runtime(runtime).architecture(architecture);
    if (!layers.isEmpty()) {
      function.layers(layers);
    }
    if (tracing != Tracing.DISABLED) {
      function.tracing(tracing);
    }
  }

  /** Says why the rights to trace, which the CDK adds to the role, are on everything. */
  void explainRights(Function function) {
    if (tracing != Tracing.DISABLED) {
      new RuleException(
              "AwsSolutions-IAM5",
              "X-Ray knows no resource for the right to send traces.",
              List.of("Resource::*"))
          .addTo(
              Objects.requireNonNull(function.getRole(), "role")
                  .getNode()
                  .findChild("DefaultPolicy"));
    }
  }
}
