package dev.effectivelyonce.operations.check;

import dev.effectivelyonce.operations.problem.OperationException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A finding that its owner accepts.
 *
 * @param rule its id
 * @param resource the resource's id
 * @param reason why it is accepted
 */
public record Accepted(String rule, String resource, String reason) {
  private static final Pattern FORM = Pattern.compile("([a-z-]+)=(.+?): +(\\S.*)");

  /**
   * Reads {@code RULE=RESOURCE: REASON}.
   *
   * @throws OperationException if the text has another form
   */
  public static Accepted of(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()
        || Rules.standard().rules().stream().noneMatch(it -> it.id().equals(parts.group(1)))) {
      throw OperationException.usage(
          "--accept is \"" + text + "\"",
          "Write RULE=RESOURCE: REASON, with a rule and a resource as a finding names them");
    }
    return new Accepted(parts.group(1), parts.group(2), parts.group(3));
  }

  boolean covers(Finding finding) {
    return rule.equals(finding.rule().id()) && resource.equals(finding.resource());
  }
}
