package dev.effectivelyonce.infra.consumer;

import java.util.List;
import java.util.Map;

/** What every function of these constructs is refused. */
final class FunctionRules {
  static final String RESERVED_PREFIX = "EFFECTIVELY_ONCE_";

  private FunctionRules() {}

  static List<String> environmentProblems(Map<String, String> environment) {
    return environment.keySet().stream()
        .filter(name -> name.startsWith(RESERVED_PREFIX))
        .map(name -> "environment variable " + name + " is the construct's own. Leave it out.")
        .toList();
  }

  static List<String> permissionProblems(List<Permission> permissions) {
    return permissions.stream()
        .filter(permission -> !permission.isExact())
        .map(
            permission ->
                "allow(%s) is not exact. Name each action in full, without a wildcard."
                    .formatted(String.join(", ", permission.actions())))
        .toList();
  }
}
