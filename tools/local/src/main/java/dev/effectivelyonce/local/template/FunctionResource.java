package dev.effectivelyonce.local.template;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** A function of the template, with the zip that would be uploaded. */
public record FunctionResource(
    String logicalId,
    String name,
    String arn,
    String handler,
    Map<String, String> environment,
    Duration timeout,
    int memoryMiB,
    Path zip) {

  /** The same with variables added to its environment, or replaced in it. */
  public FunctionResource withEnvironment(Map<String, String> changed) {
    Map<String, String> all = new TreeMap<>(environment);
    all.putAll(changed);
    return new FunctionResource(
        logicalId, name, arn, handler, Map.copyOf(all), timeout, memoryMiB, zip);
  }

  /** The same without a variable. */
  public FunctionResource withoutVariable(String variable) {
    Map<String, String> all = new TreeMap<>(environment);
    all.remove(variable);
    return new FunctionResource(
        logicalId, name, arn, handler, Map.copyOf(all), timeout, memoryMiB, zip);
  }

  /** The same with another timeout. */
  public FunctionResource withTimeout(Duration other) {
    return new FunctionResource(logicalId, name, arn, handler, environment, other, memoryMiB, zip);
  }
}
