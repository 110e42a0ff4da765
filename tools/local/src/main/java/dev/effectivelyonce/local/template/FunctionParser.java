package dev.effectivelyonce.local.template;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** AWS::Lambda::Function. */
record FunctionParser(StackEnvironment environment, Properties properties, Assets assets) {
  private static final int DEFAULT_TIMEOUT_SECONDS = 3;
  private static final int DEFAULT_MEMORY_MIB = 128;

  FunctionResource parse(Resource resource) {
    String name = properties.ref(resource.logicalId(), resource.at("FunctionName"));
    return new FunctionResource(
        resource.logicalId(),
        name,
        environment.arn("lambda", "function:" + name),
        properties.text(resource, "Handler"),
        variables(resource),
        Duration.ofSeconds(properties.number(resource, "Timeout", DEFAULT_TIMEOUT_SECONDS)),
        properties.number(resource, "MemorySize", DEFAULT_MEMORY_MIB),
        zip(resource));
  }

  private Map<String, String> variables(Resource resource) {
    return properties.texts(
        resource.property("Environment").path("Variables"), resource.at("Environment.Variables"));
  }

  private Path zip(Resource resource) {
    Location where = resource.at("Code.S3Key");
    return assets.file(properties.text(resource.property("Code").path("S3Key"), where), where);
  }
}
