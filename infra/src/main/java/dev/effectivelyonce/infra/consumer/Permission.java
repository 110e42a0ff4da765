package dev.effectivelyonce.infra.consumer;

import java.util.Arrays;
import java.util.List;
import software.amazon.awscdk.services.iam.PolicyDocument;
import software.amazon.awscdk.services.iam.PolicyStatement;

/** Exact actions on one resource. */
record Permission(String resourceArn, List<String> actions) {
  static Permission of(String resourceArn, String... actions) {
    return new Permission(resourceArn, List.copyOf(Arrays.asList(actions)));
  }

  boolean isExact() {
    return !actions.isEmpty() && actions.stream().noneMatch(action -> action.contains("*"));
  }

  boolean isOnEverything() {
    return resourceArn.equals("*");
  }

  static PolicyDocument document(List<Permission> permissions) {
    return PolicyDocument.Builder.create()
        .statements(permissions.stream().map(Permission::statement).toList())
        .build();
  }

  private PolicyStatement statement() {
    return PolicyStatement.Builder.create()
        .actions(actions)
        .resources(List.of(resourceArn))
        .build();
  }
}
