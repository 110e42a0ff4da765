package dev.effectivelyonce.core;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The environment variables of the functions, which the constructs set. */
public final class EnvironmentVariables {
  /** The prefix of the names of all variables of this library. */
  public static final String PREFIX = "EFFECTIVELY_ONCE_";

  /** The name of the idempotency table. */
  public static final String TABLE = PREFIX + "TABLE";

  /** The name of the consumer. */
  public static final String CONSUMER = PREFIX + "CONSUMER";

  /** The names of the consumers that a watch checks, separated by commas. */
  public static final String CONSUMERS = PREFIX + "CONSUMERS";

  /**
   * The event source mappings that a watch checks, separated by commas: each a name, {@code =} and
   * the mapping's id.
   */
  public static final String SOURCES = PREFIX + "SOURCES";

  /** The time that records are kept, as an ISO-8601 duration. */
  public static final String RETENTION = PREFIX + "RETENTION";

  /** The receive count after which the source queue moves a message to its dead-letter queue. */
  public static final String MAX_RECEIVE_COUNT = PREFIX + "MAX_RECEIVE_COUNT";

  /**
   * The URL of the source queue's dead-letter queue, to which a consumer sends messages that failed
   * for good.
   */
  public static final String DEAD_LETTER_QUEUE_URL = PREFIX + "DEAD_LETTER_QUEUE_URL";

  /** The URL of the queue from which a worker receives. */
  public static final String QUEUE_URL = PREFIX + "QUEUE_URL";

  /** How long a worker that stops waits for its handlers, as an ISO-8601 duration. */
  public static final String GRACE = PREFIX + "GRACE";

  /** The port at which a worker answers health checks. */
  public static final String HEALTH_PORT = PREFIX + "HEALTH_PORT";

  /** The name of a service outside Lambda, in place of a function's name. */
  public static final String SERVICE = PREFIX + "SERVICE";

  /** The mode of the consumer: {@code ENFORCE} or {@code OBSERVE}. */
  public static final String MODE = PREFIX + "MODE";

  /** Which records the store lists: {@code FAILED_AND_HELD} or {@code OPEN}. */
  public static final String LISTING = PREFIX + "LISTING";

  /** The lease of claims that are renewed, as an ISO-8601 duration. */
  public static final String HEARTBEAT = PREFIX + "HEARTBEAT";

  /** The first wait of the backoff, as an ISO-8601 duration. */
  public static final String BACKOFF_FIRST = PREFIX + "BACKOFF_FIRST";

  /** The longest wait of the backoff, as an ISO-8601 duration. */
  public static final String BACKOFF_LONGEST = PREFIX + "BACKOFF_LONGEST";

  /** The outage that the consumer survives, as an ISO-8601 duration. */
  public static final String OUTAGE_TOLERANCE = PREFIX + "OUTAGE_TOLERANCE";

  /**
   * The URL of the queue for messages that failed for good, for sources without a dead-letter
   * queue.
   */
  public static final String PARKING_QUEUE_URL = PREFIX + "PARKING_QUEUE_URL";

  /** The name of the bucket with the payloads that messages point to. */
  public static final String PAYLOAD_BUCKET = PREFIX + "PAYLOAD_BUCKET";

  /** The name of the outbox table. */
  public static final String OUTBOX_TABLE = PREFIX + "OUTBOX_TABLE";

  /** The prefix of the names of variables with a destination of the outbox. */
  public static final String OUTBOX_DESTINATION = PREFIX + "DESTINATION_";

  /** The age from which the sweeper sends a message, as an ISO-8601 duration. */
  public static final String OUTBOX_SWEPT_AFTER = PREFIX + "OUTBOX_SWEPT_AFTER";

  /** The host of the database with the records, if they are in PostgreSQL. */
  public static final String DATABASE_HOST = PREFIX + "DATABASE_HOST";

  /** The port of that database. */
  public static final String DATABASE_PORT = PREFIX + "DATABASE_PORT";

  /** The name of that database. */
  public static final String DATABASE_NAME = PREFIX + "DATABASE_NAME";

  /** The ARN of the secret with that database's user and password. */
  public static final String DATABASE_SECRET = PREFIX + "DATABASE_SECRET";

  /** The user of that database for whom IAM signs tokens. */
  public static final String DATABASE_USER = PREFIX + "DATABASE_USER";

  private EnvironmentVariables() {}

  /**
   * Checks that variables are set. One exception names all that are missing.
   *
   * @throws ConfigurationException if some are missing or blank
   */
  public static void requireAll(Map<String, String> environment, String... names) {
    List<String> missing =
        Arrays.stream(names).filter(it -> environment.getOrDefault(it, "").isBlank()).toList();
    if (missing.size() > 1) {
      throw new ConfigurationException(
          "The environment variables " + String.join(", ", missing) + " are missing",
          "Set them on the function; Lambda or the stack's constructs do");
    }
    missing.forEach(it -> required(environment, it));
  }

  /**
   * Returns the value of a variable that must be set.
   *
   * @throws ConfigurationException if it is missing or blank
   */
  public static String required(Map<String, String> environment, String name) {
    return Required.text(
        environment.get(name),
        "The environment variable " + name + " is missing",
        "Set it on the function; Lambda or the stack's constructs do");
  }

  /**
   * Returns the duration of a variable; empty if it is missing.
   *
   * @param example an example of a valid value
   * @throws ConfigurationException unless it is a positive ISO-8601 duration
   */
  public static Optional<Duration> duration(
      Map<String, String> environment, String name, String example) {
    return Optional.ofNullable(environment.get(name)).map(it -> duration(name, it, example));
  }

  /**
   * Returns the duration of a variable that must be set.
   *
   * @param example an example of a valid value
   * @throws ConfigurationException if it is missing or is not a positive ISO-8601 duration
   */
  public static Duration requiredDuration(
      Map<String, String> environment, String name, String example) {
    return duration(name, required(environment, name), example);
  }

  private static Duration duration(String name, String value, String example) {
    try {
      Duration duration = Duration.parse(value);
      if (duration.isPositive()) {
        return duration;
      }
    } catch (DateTimeParseException e) {
      // Reported below, with the remedy.
    }
    throw malformed(name, value, "Set a positive ISO-8601 duration, such as " + example);
  }

  /**
   * Returns the constant that a variable names.
   *
   * @param missing the constant to return if the variable is missing
   * @throws ConfigurationException if the variable names no constant
   */
  public static <E extends Enum<E>> E choice(
      Map<String, String> environment, String name, E missing) {
    String value = environment.getOrDefault(name, missing.name());
    E[] all = missing.getDeclaringClass().getEnumConstants();
    return Arrays.stream(all)
        .filter(it -> it.name().equals(value))
        .findFirst()
        .orElseThrow(
            () ->
                malformed(
                    name,
                    value,
                    "Set one of %s, or leave it out for %s"
                        .formatted(Arrays.toString(all), missing)));
  }

  /** Returns the exception for a variable with a malformed value. */
  public static ConfigurationException malformed(String name, String value, String remedy) {
    return new ConfigurationException(
        "The environment variable " + name + " is \"" + value + "\"", remedy);
  }
}
