package dev.effectivelyonce.outbox;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.EnvironmentVariables;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The settings that a publisher or sweeper gets from its stack through its environment.
 *
 * @param table {@value EnvironmentVariables#OUTBOX_TABLE}: the outbox table
 * @param destinations {@value EnvironmentVariables#OUTBOX_DESTINATION} followed by a name: the URL
 *     of a queue or the ARN of an event bus
 * @param sweptAfter {@value EnvironmentVariables#OUTBOX_SWEPT_AFTER}: the age from which the
 *     sweeper sends a message, as an ISO-8601 duration; the publisher retries a message for one
 *     minute more; missing: {@link #DEFAULT_SWEPT_AFTER}
 */
public record OutboxSettings(
    String table, Map<String, Destination> destinations, Duration sweptAfter) {
  /** The default for {@link #sweptAfter}: longer than the publisher takes if nothing fails. */
  public static final Duration DEFAULT_SWEPT_AFTER = Duration.ofMinutes(10);

  public OutboxSettings {
    destinations = Map.copyOf(destinations);
  }

  /**
   * Reads the variables, which the {@code TransactionalOutbox} construct sets.
   *
   * @throws ConfigurationException if one is missing or malformed; the message names the variable
   *     and the remedy
   */
  public static OutboxSettings from(Map<String, String> environment) {
    return new OutboxSettings(
        EnvironmentVariables.required(environment, EnvironmentVariables.OUTBOX_TABLE),
        destinations(environment),
        Optional.ofNullable(environment.get(EnvironmentVariables.OUTBOX_SWEPT_AFTER))
            .map(OutboxSettings::duration)
            .orElse(DEFAULT_SWEPT_AFTER));
  }

  /**
   * Reads only the destinations, which a construct sets.
   *
   * @throws ConfigurationException if one is neither the URL of a queue nor the ARN of an event bus
   */
  public static Map<String, Destination> destinations(Map<String, String> environment) {
    Map<String, Destination> destinations = new HashMap<>();
    environment.forEach(
        (name, value) -> {
          if (name.startsWith(EnvironmentVariables.OUTBOX_DESTINATION)) {
            destinations.put(
                name.substring(EnvironmentVariables.OUTBOX_DESTINATION.length()),
                destination(name, value));
          }
        });
    return destinations;
  }

  private static Destination destination(String variable, String value) {
    if (value.startsWith("https://") || value.startsWith("http://")) {
      return new Destination.Queue(value);
    }
    if (value.startsWith("arn:") && value.contains(":event-bus/")) {
      return new Destination.Bus(value);
    }
    throw EnvironmentVariables.malformed(
        variable, value, "Set the URL of a queue or the ARN of an event bus");
  }

  private static Duration duration(String value) {
    try {
      Duration duration = Duration.parse(value);
      if (!duration.isNegative()) {
        return duration;
      }
    } catch (DateTimeParseException e) {
      // Reported below, with the remedy.
    }
    throw EnvironmentVariables.malformed(
        EnvironmentVariables.OUTBOX_SWEPT_AFTER,
        value,
        "Set an ISO-8601 duration of zero or more, such as PT10M");
  }
}
