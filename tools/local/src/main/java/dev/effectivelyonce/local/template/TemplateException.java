package dev.effectivelyonce.local.template;

import dev.effectivelyonce.local.LocalRunnerException;

/** A template that the runner cannot follow; names the resource and the property. */
public final class TemplateException extends LocalRunnerException {
  private static final long serialVersionUID = 1L;

  private final String logicalId;
  private final String property;
  private final String problem;

  TemplateException(Location where, String problem) {
    super(
        "Template, resource %s, property %s: %s"
            .formatted(where.logicalId(), where.property(), problem));
    this.logicalId = where.logicalId();
    this.property = where.property();
    this.problem = problem;
  }

  /** The logical id of the resource, or the name of the output. */
  public String logicalId() {
    return logicalId;
  }

  /** The path of the property inside the resource. */
  public String property() {
    return property;
  }

  /** What is wrong with it. */
  String problem() {
    return problem;
  }
}
