package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.EnvironmentVariables;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks what neither a function nor a service of these constructs may have. */
final class ConstructRules {
  private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);
  private static final Duration LONGEST_LEASE = Duration.ofMinutes(15);

  private ConstructRules() {}

  /** Returns which of a user's variables are the construct's own. */
  static List<String> environmentProblems(Map<String, String> environment) {
    Problems problems = new Problems();
    environment.keySet().stream()
        .filter(name -> name.startsWith(EnvironmentVariables.PREFIX))
        .forEach(
            name ->
                problems.add(
                    "environment variable %s is the construct's own. Leave it out.", name));
    return problems.all();
  }

  static List<String> heartbeatProblems(Optional<Duration> lease) {
    return lease.stream()
        .filter(it -> it.compareTo(SHORTEST_LEASE) < 0 || it.compareTo(LONGEST_LEASE) > 0)
        .map(it -> "heartbeat is %s. Set 1 s to 15 min.".formatted(Durations.text(it)))
        .toList();
  }

  static List<String> permissionProblems(List<Permission> permissions) {
    Problems problems = new Problems();
    for (Permission permission : permissions) {
      String actions = String.join(", ", permission.actions());
      problems
          .when(
              !permission.isExact(),
              "allow(%s) is not exact. Name each action in full, without a wildcard.",
              actions)
          .when(
              permission.isOnEverything(),
              "allow(%s) is on every resource. Name the ARN of one.",
              actions);
    }
    return problems.all();
  }
}
