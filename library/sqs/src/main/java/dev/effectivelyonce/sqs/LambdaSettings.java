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
 * What the stack tells a function through its environment.
 *
 * @param tableName {@value #TABLE}: the idempotency table
 * @param retention {@value #RETENTION}: how long records are kept, as an ISO-8601 duration
 * @param maxReceiveCount {@value #MAX_RECEIVE_COUNT}: after how many receives the source queue
 *     moves a message to its dead-letter queue
 * @param mode {@value #MODE}: {@code ENFORCE} or {@code OBSERVE}; missing: {@code ENFORCE}
 * @param listing {@value #LISTING}: which records the store lists; missing: {@code DOUBTFUL}
 * @param heartbeat {@value #HEARTBEAT}: the lease of claims that are renewed, as an ISO-8601
 *     duration; missing: none
 * @param backoff {@value #BACKOFF_FIRST} and {@value #BACKOFF_LONGEST}, as ISO-8601 durations;
 *     missing: {@link Backoff#standard()}
 * @param survivesOutageOf {@value #SURVIVES_OUTAGE_OF}: what {@code maxReceiveCount} and backoff
 *     have to cover, as an ISO-8601 duration; missing: nothing is stated
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
  /** The variable with the name of the idempotency table. */
  public static final String TABLE = "EFFECTIVELY_ONCE_TABLE";

  /** The variable with the retention of records. */
  public static final String RETENTION = "EFFECTIVELY_ONCE_RETENTION";

  /** The variable with the source queue's maximum of receives. */
  public static final String MAX_RECEIVE_COUNT = "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT";

  /** The variable with the consumer's mode. */
  public static final String MODE = "EFFECTIVELY_ONCE_MODE";

  /** The variable with the listing, a name of {@link Listing}. */
  public static final String LISTING = "EFFECTIVELY_ONCE_LISTING";

  /** The variable with the lease of the heartbeat. */
  public static final String HEARTBEAT = "EFFECTIVELY_ONCE_HEARTBEAT";

  /** The variable with the backoff's first wait. */
  public static final String BACKOFF_FIRST = "EFFECTIVELY_ONCE_BACKOFF_FIRST";

  /** The variable with the backoff's longest wait. */
  public static final String BACKOFF_LONGEST = "EFFECTIVELY_ONCE_BACKOFF_LONGEST";

  /** The variable with the outage that the consumer survives. */
  public static final String SURVIVES_OUTAGE_OF = "EFFECTIVELY_ONCE_SURVIVES_OUTAGE_OF";

  /** Settings without a heartbeat. */
  public LambdaSettings(
      String tableName,
      Duration retention,
      int maxReceiveCount,
      ConsumerMode mode,
      Listing listing) {
    this(tableName, retention, maxReceiveCount, mode, listing, Optional.empty());
  }

  /** Settings with the default backoff, that state no outage. */
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
        EnvironmentVariables.required(environment, TABLE),
        duration(RETENTION, EnvironmentVariables.required(environment, RETENTION), "P19D"),
        positive(EnvironmentVariables.required(environment, MAX_RECEIVE_COUNT)),
        Optional.ofNullable(environment.get(MODE))
            .map(LambdaSettings::mode)
            .orElse(ConsumerMode.ENFORCE),
        listing(environment),
        optional(environment, HEARTBEAT, "PT1M"),
        new Backoff(
            optional(environment, BACKOFF_FIRST, "PT2S").orElse(Backoff.standard().first()),
            optional(environment, BACKOFF_LONGEST, "PT5M").orElse(Backoff.standard().longest())),
        optional(environment, SURVIVES_OUTAGE_OF, "PT30M"),
        DeployedFunction.from(environment));
  }

  private static Optional<Duration> optional(
      Map<String, String> environment, String name, String example) {
    return Optional.ofNullable(environment.get(name)).map(it -> duration(name, it, example));
  }

  private static Listing listing(Map<String, String> environment) {
    String value = environment.getOrDefault(LISTING, Listing.DOUBTFUL.name());
    return Arrays.stream(Listing.values())
        .filter(listing -> listing.name().equals(value))
        .findFirst()
        .orElseThrow(
            () ->
                new ConfigurationException(
                    "The environment variable " + LISTING + " is \"" + value + "\"",
                    "Set DOUBTFUL or OPEN, or leave it out for DOUBTFUL"));
  }

  private static Duration duration(String name, String value, String example) {
    try {
      Duration duration = Duration.parse(value);
      if (!duration.isNegative() && !duration.isZero()) {
        return duration;
      }
    } catch (DateTimeParseException e) {
      // Told below, with the remedy.
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
                    "The environment variable " + MODE + " is \"" + value + "\"",
                    "Set ENFORCE or OBSERVE, or remove it to enforce"));
  }

  private static int positive(String value) {
    try {
      int number = Integer.parseInt(value);
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Told below, with the remedy.
    }
    throw new ConfigurationException(
        "The environment variable " + MAX_RECEIVE_COUNT + " is \"" + value + "\"",
        "Set the maxReceiveCount of the source queue's redrive policy, 1 or more");
  }
}
