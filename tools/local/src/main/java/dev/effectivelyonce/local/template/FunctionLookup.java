package dev.effectivelyonce.local.template;

import java.util.List;

/** Finds the functions that other resources name. */
record FunctionLookup(List<FunctionResource> functions) {
  CalledFunction named(String named, Location where) {
    return functions.stream()
        .filter(function -> names(named, function))
        .findFirst()
        .map(
            function ->
                new CalledFunction(
                    function.name(), named.startsWith("arn:") ? named : function.arn()))
        .orElseThrow(() -> new TemplateException(where, "is no function of this stack: " + named));
  }

  CalledFunction named(Resource resource, String property) {
    return named(resource.text(property), resource.at(property));
  }

  /** A function is named by name or ARN, each with an alias or version behind a colon. */
  private static boolean names(String named, FunctionResource function) {
    return List.of(function.arn(), function.name()).stream()
        .anyMatch(full -> named.equals(full) || named.startsWith(full + ":"));
  }
}
