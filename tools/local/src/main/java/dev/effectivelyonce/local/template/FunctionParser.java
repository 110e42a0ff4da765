package dev.effectivelyonce.local.template;

import java.time.Duration;

/** AWS::Lambda::Function. */
record FunctionParser(StackEnvironment environment, Assets assets) {
  private static final int DEFAULT_TIMEOUT_SECONDS = 3;
  private static final int DEFAULT_MEMORY_MIB = 128;

  FunctionResource parse(Resource resource) {
    String name = resource.ref("FunctionName");
    return new FunctionResource(
        resource.logicalId(),
        name,
        environment.arn("lambda", "function:" + name),
        resource.text("Handler"),
        resource.texts("Environment/Variables"),
        Duration.ofSeconds(resource.number("Timeout", DEFAULT_TIMEOUT_SECONDS)),
        resource.number("MemorySize", DEFAULT_MEMORY_MIB),
        assets.file(resource.text("Code/S3Key"), resource.at("Code/S3Key")));
  }
}
