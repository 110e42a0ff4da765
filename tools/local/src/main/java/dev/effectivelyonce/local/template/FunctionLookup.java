package dev.effectivelyonce.local.template;

import java.util.List;

/** Finds the functions that other resources name. */
record FunctionLookup(Properties properties, List<FunctionResource> functions) {
  /**
   * A function of the stack, and the ARN by which it was called.
   *
   * @param invokedArn with the alias that was named
   */
  record Named(FunctionResource function, String invokedArn) {}

  Named named(String named, Location where) {
    return functions.stream()
        .filter(function -> names(named, function))
        .findFirst()
        .map(function -> new Named(function, named.startsWith("arn:") ? named : function.arn()))
        .orElseThrow(() -> new TemplateException(where, "is no function of this stack: " + named));
  }

  Named named(Resource resource, String property) {
    return named(properties.text(resource, property), resource.at(property));
  }

  /** A function is named by name or ARN, each with an alias or version behind a colon. */
  private static boolean names(String named, FunctionResource function) {
    return List.of(function.arn(), function.name()).stream()
        .anyMatch(full -> named.equals(full) || named.startsWith(full + ":"));
  }
}
