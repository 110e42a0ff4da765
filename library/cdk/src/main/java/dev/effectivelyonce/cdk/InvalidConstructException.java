package dev.effectivelyonce.cdk;

import java.util.List;

/** Says that settings contradict each other or a service's limits; nothing was built. */
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

  /** Returns what is wrong and what to change, one sentence or two for each problem. */
  public List<String> problems() {
    return problems;
  }
}
