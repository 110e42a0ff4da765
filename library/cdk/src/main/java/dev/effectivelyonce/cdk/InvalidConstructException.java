package dev.effectivelyonce.cdk;

import java.util.List;

/** The settings of a construct contradict each other or a service's limits; nothing was built. */
public final class InvalidConstructException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String construct;
  private final transient List<String> problems;

  InvalidConstructException(String construct, List<String> problems) {
    super("'" + construct + "' cannot be built:\n- " + String.join("\n- ", problems));
    this.construct = construct;
    this.problems = List.copyOf(problems);
  }

  /** The path of the construct. */
  public String construct() {
    return construct;
  }

  /** What is wrong and what to change, one sentence or two for each problem. */
  public List<String> problems() {
    return problems;
  }
}
