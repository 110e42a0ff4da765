package dev.effectivelyonce.local.template;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.local.LocalRunnerException;
import java.util.Optional;
import software.amazon.event.ruler.JsonRuleCompiler;
import software.amazon.event.ruler.Ruler;

/**
 * Which messages a subscription gets. AWS's own library for such rules decides.
 *
 * @param rule the policy as the template has it
 */
public record FilterPolicy(Scope scope, String rule) {
  /** What a rule is about. */
  public enum Scope {
    /** The attributes of a message. */
    ATTRIBUTES,
    /** Its body, which has to be an object of JSON. */
    BODY
  }

  /** Refuses a policy that SNS would not take. An empty one is none. */
  static Optional<FilterPolicy> of(Resource resource) {
    JsonNode policy = resource.property("FilterPolicy");
    if (policy.isMissingNode() || (policy.isObject() && policy.isEmpty())) {
      return Optional.empty();
    }
    Scope scope =
        resource.optionalText("FilterPolicyScope").filter("MessageBody"::equals).isPresent()
            ? Scope.BODY
            : Scope.ATTRIBUTES;
    String problem = JsonRuleCompiler.check(policy.toString());
    if (scope == Scope.ATTRIBUTES && policy.valueStream().anyMatch(JsonNode::isObject)) {
      problem = "is nested, which a policy of attributes cannot be";
    }
    if (problem != null) {
      throw new TemplateException(resource.at("FilterPolicy"), problem);
    }
    return Optional.of(new FilterPolicy(scope, policy.toString()));
  }

  /** Returns whether it lets something through, by its attributes or its body. */
  public boolean matches(JsonNode event) {
    try {
      return Ruler.matchesRule(event.toString(), rule);
    } catch (Exception e) {
      throw new LocalRunnerException("The filter policy " + rule + " cannot be applied", e);
    }
  }
}
