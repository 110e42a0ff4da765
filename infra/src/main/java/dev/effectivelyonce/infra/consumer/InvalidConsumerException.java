package dev.effectivelyonce.infra.consumer;

import java.util.List;

/** The settings of a consumer contradict each other or a service's limits; nothing was built. */
public final class InvalidConsumerException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String consumer;
  private final transient List<String> problems;

  InvalidConsumerException(String consumer, List<String> problems) {
    super("Consumer '" + consumer + "' cannot be built:\n- " + String.join("\n- ", problems));
    this.consumer = consumer;
    this.problems = List.copyOf(problems);
  }

  /** The construct path of the consumer. */
  public String consumer() {
    return consumer;
  }

  /** What is wrong and what to change, one sentence or two for each problem. */
  public List<String> problems() {
    return problems;
  }
}
