package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.DeployedFunction;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.StoreSettings;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * The settings that the stack gives a function through its environment.
 *
 * @param tableName {@value EnvironmentVariables#TABLE}: the idempotency table
 * @param retention {@value EnvironmentVariables#RETENTION}: how long records are kept, as an
 *     ISO-8601 duration
 * @param maxReceiveCount {@value EnvironmentVariables#MAX_RECEIVE_COUNT}: after how many receives
 *     the source queue moves a message to its dead-letter queue
 * @param mode {@value EnvironmentVariables#MODE}: {@code ENFORCE} or {@code OBSERVE}; missing:
 *     {@code ENFORCE}
 * @param listing {@value EnvironmentVariables#LISTING}: which records the store lists; missing:
 *     {@code DOUBTFUL}
 * @param heartbeat {@value EnvironmentVariables#HEARTBEAT}: the lease of claims that are renewed,
 *     as an ISO-8601 duration; missing: none
 * @param backoff {@value EnvironmentVariables#BACKOFF_FIRST} and {@value
 *     EnvironmentVariables#BACKOFF_LONGEST}, as ISO-8601 durations; missing: {@link
 *     Backoff#standard()}
 * @param survivesOutageOf {@value EnvironmentVariables#SURVIVES_OUTAGE_OF}: what {@code
 *     maxReceiveCount} and backoff have to cover, as an ISO-8601 duration; missing: nothing is
 *     stated
 * @param function what the function knows about its own deployment
 */
public record LambdaSettings(
    String tableName,
    Duration retention,
    int maxReceiveCount,
    ConsumerMode mode,
    Listing listing,
    Optional<Duration> heartbeat,
    Backoff backoff,
    Optional<Duration> survivesOutageOf,
    DeployedFunction function)
    implements StoreSettings {
  /** Makes settings without a heartbeat. */
  public LambdaSettings(
      String tableName,
      Duration retention,
      int maxReceiveCount,
      ConsumerMode mode,
      Listing listing) {
    this(tableName, retention, maxReceiveCount, mode, listing, Optional.empty());
  }

  /** Makes settings with the default backoff, that state no outage. */
  public LambdaSettings(
      String tableName,
      Duration retention,
      int maxReceiveCount,
      ConsumerMode mode,
      Listing listing,
      Optional<Duration> heartbeat) {
    this(
        tableName,
        retention,
        maxReceiveCount,
        mode,
        listing,
        heartbeat,
        Backoff.standard(),
        Optional.empty(),
        DeployedFunction.unknown());
  }

  /**
   * Reads the variables. The first three are required: the {@code IdempotentConsumer} construct
   * sets them.
   *
   * @throws ConfigurationException if one is missing or malformed; its text names it and the remedy
   */
  public static LambdaSettings from(Map<String, String> environment) {
    return new LambdaSettings(
        EnvironmentVariables.required(environment, EnvironmentVariables.TABLE),
        duration(
            EnvironmentVariables.RETENTION,
            EnvironmentVariables.required(environment, EnvironmentVariables.RETENTION),
            "P19D"),
        positive(
            EnvironmentVariables.required(environment, EnvironmentVariables.MAX_RECEIVE_COUNT)),
        Optional.ofNullable(environment.get(EnvironmentVariables.MODE))
            .map(LambdaSettings::mode)
            .orElse(ConsumerMode.ENFORCE),
        listing(environment),
        optional(environment, EnvironmentVariables.HEARTBEAT, "PT1M"),
        new Backoff(
            optional(environment, EnvironmentVariables.BACKOFF_FIRST, "PT2S")
                .orElse(Backoff.standard().first()),
            optional(environment, EnvironmentVariables.BACKOFF_LONGEST, "PT5M")
                .orElse(Backoff.standard().longest())),
        optional(environment, EnvironmentVariables.SURVIVES_OUTAGE_OF, "PT30M"),
        DeployedFunction.from(environment));
  }

  private static Optional<Duration> optional(
      Map<String, String> environment, String name, String example) {
    return Optional.ofNullable(environment.get(name)).map(it -> duration(name, it, example));
  }

  private static Listing listing(Map<String, String> environment) {
    String value = environment.getOrDefault(EnvironmentVariables.LISTING, Listing.DOUBTFUL.name());
    return Arrays.stream(Listing.values())
        .filter(listing -> listing.name().equals(value))
        .findFirst()
        .orElseThrow(
            () ->
                new ConfigurationException(
                    "The environment variable "
                        + EnvironmentVariables.LISTING
                        + " is \""
                        + value
                        + "\"",
                    "Set DOUBTFUL or OPEN, or leave it out for DOUBTFUL"));
  }

  private static Duration duration(String name, String value, String example) {
    try {
      Duration duration = Duration.parse(value);
      if (!duration.isNegative() && !duration.isZero()) {
        return duration;
      }
    } catch (DateTimeParseException e) {
      // Reported below, with the remedy.
    }
    throw new ConfigurationException(
        "The environment variable " + name + " is \"" + value + "\"",
        "Set a positive ISO-8601 duration, such as " + example);
  }

  private static ConsumerMode mode(String value) {
    return Arrays.stream(ConsumerMode.values())
        .filter(mode -> mode.name().equals(value))
        .findFirst()
        .orElseThrow(
            () ->
                new ConfigurationException(
                    "The environment variable "
                        + EnvironmentVariables.MODE
                        + " is \""
                        + value
                        + "\"",
                    "Set ENFORCE or OBSERVE, or remove it to enforce"));
  }

  private static int positive(String value) {
    try {
      int number = Integer.parseInt(value);
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below, with the remedy.
    }
    throw new ConfigurationException(
        "The environment variable "
            + EnvironmentVariables.MAX_RECEIVE_COUNT
            + " is \""
            + value
            + "\"",
        "Set the maxReceiveCount of the source queue's redrive policy, 1 or more");
  }
}
