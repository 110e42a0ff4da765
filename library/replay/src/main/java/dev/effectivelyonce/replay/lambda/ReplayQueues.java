package dev.effectivelyonce.replay.lambda;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.replay.ReplayQueue;
import dev.effectivelyonce.sqs.MessageIdentity;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Reads the queues of consumers from the function's environment. */
final class ReplayQueues {
  private ReplayQueues() {}

  /**
   * Reads the variables.
   *
   * @return by the name of the queue in a request
   * @throws ConfigurationException if one is missing or malformed; its text names it and the remedy
   */
  static Map<String, ReplayQueue> from(
      Map<String, String> environment, Map<String, MessageIdentity<?>> consumers) {
    Map<String, ReplayQueue> queues = new HashMap<>();
    consumers.forEach(
        (name, identity) -> queues.put(name, queue(environment, prefix(name), identity)));
    return Map.copyOf(queues);
  }

  /** Returns the prefix of the variables, as the construct names them. */
  private static String prefix(String name) {
    return name.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  private static ReplayQueue queue(
      Map<String, String> environment, String prefix, MessageIdentity<?> identity) {
    return new ReplayQueue(
        identity,
        EnvironmentVariables.required(environment, prefix + "_QUEUE_URL"),
        EnvironmentVariables.required(environment, prefix + "_DEAD_LETTER_QUEUE_URL"),
        duration(environment, prefix + "_RETENTION"));
  }

  static Duration duration(Map<String, String> environment, String variable) {
    String value = EnvironmentVariables.required(environment, variable);
    try {
      return Duration.parse(value);
    } catch (DateTimeParseException e) {
      throw EnvironmentVariables.malformed(
          variable,
          value,
          "Set the ISO-8601 duration for which the consumer keeps its records, such as P19D");
    }
  }
}
