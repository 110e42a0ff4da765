package dev.effectivelyonce.replay.lambda;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.replay.ParkingQueue;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads from the function's environment which consumers park, and where. */
final class ParkingQueues {
  private static final String URL = "_PARKING_QUEUE_URL";

  private ParkingQueues() {}

  /**
   * Reads the variables.
   *
   * @return by the name of the queue in a request
   * @throws ConfigurationException if one is missing or malformed; its text names it and the remedy
   */
  static Map<String, ParkingQueue> from(Map<String, String> environment) {
    return environment.keySet().stream()
        .filter(it -> it.endsWith(URL) && !it.equals(EnvironmentVariables.PARKING_QUEUE_URL))
        .map(it -> it.substring(0, it.length() - URL.length()))
        .collect(Collectors.toUnmodifiableMap(ParkingQueues::name, it -> queue(environment, it)));
  }

  /** Returns the name that the construct made the prefix of. */
  private static String name(String prefix) {
    return prefix.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static ParkingQueue queue(Map<String, String> environment, String prefix) {
    return new ParkingQueue(
        new ConsumerName(EnvironmentVariables.required(environment, prefix + "_CONSUMER")),
        EnvironmentVariables.required(environment, prefix + URL),
        EnvironmentVariables.required(environment, prefix + "_FUNCTION"),
        ReplayQueues.duration(environment, prefix + "_RETENTION"));
  }
}
