package dev.effectivelyonce.cdk;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import software.amazon.awscdk.CfnResource;
import software.constructs.IConstruct;

/**
 * The reason for which a resource may break a rule of cdk-nag. It is kept as metadata of the
 * template, which cdk-nag reads where the app uses it.
 *
 * @param rule its id, such as {@code AwsSolutions-IAM5}
 * @param reason a sentence for whoever reviews the template
 * @param findings which findings of the rule it is about; empty: all of them
 */
record RuleException(String rule, String reason, List<String> findings) {
  RuleException(String rule, String reason) {
    this(rule, reason, List.of());
  }

  void addTo(IConstruct resource) {
    add(resource, List.of(this));
  }

  /** Adds exceptions to a resource that has none yet. */
  static void add(IConstruct resource, List<RuleException> exceptions) {
    CfnResource cfn =
        (CfnResource) Objects.requireNonNull(resource.getNode().getDefaultChild(), "default child");
    cfn.addMetadata(
        "cdk_nag",
        Map.of("rules_to_suppress", exceptions.stream().map(RuleException::entry).toList()));
  }

  private Map<String, Object> entry() {
    // Sorted, so that the same app makes the same template.
    Map<String, Object> entry = new TreeMap<>(Map.of("id", rule, "reason", reason));
    if (!findings.isEmpty()) {
      entry.put("applies_to", findings);
    }
    return entry;
  }
}
