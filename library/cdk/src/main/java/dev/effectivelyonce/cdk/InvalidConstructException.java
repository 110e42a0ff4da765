package dev.effectivelyonce.cdk;

import java.util.List;

/** Thrown if settings contradict each other or a service's limits. Nothing was built. */
public final class InvalidConstructException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String construct;
  private final transient List<String> problems;

  InvalidConstructException(String construct, List<String> problems) {
    super("'" + construct + "' cannot be built:\n- " + String.join("\n- ", problems));
    this.construct = construct;
    this.problems = List.copyOf(problems);
  }

  /** Returns the path of the construct. */
  public String construct() {
    return construct;
  }

  /** Returns the problems and what to change, in one or two sentences each. */
  public List<String> problems() {
    return problems;
  }
}
