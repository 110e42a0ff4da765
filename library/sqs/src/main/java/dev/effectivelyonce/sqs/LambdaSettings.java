package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.DeployedFunction;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.EnvironmentSettings;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.StoreSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The settings that a function gets from its stack through its environment.
 *
 * @param tableName {@value EnvironmentVariables#TABLE}: the idempotency table
 * @param retention {@value EnvironmentVariables#RETENTION}: how long records are kept, as an
 *     ISO-8601 duration
 * @param maxReceiveCount {@value EnvironmentVariables#MAX_RECEIVE_COUNT}: the number of receives
 *     after which the source queue moves a message to its dead-letter queue
 * @param mode {@value EnvironmentVariables#MODE}: {@code ENFORCE} or {@code OBSERVE}; missing:
 *     {@code ENFORCE}
 * @param listing {@value EnvironmentVariables#LISTING}: which records the store lists; missing:
 *     {@code FAILED_AND_HELD}
 * @param heartbeat {@value EnvironmentVariables#HEARTBEAT}: the lease of claims that are renewed,
 *     as an ISO-8601 duration; missing: none
 * @param backoff {@value EnvironmentVariables#BACKOFF_FIRST} and {@value
 *     EnvironmentVariables#BACKOFF_LONGEST}, as ISO-8601 durations; missing: {@link
 *     Backoff#standard()}
 * @param outageTolerance {@value EnvironmentVariables#OUTAGE_TOLERANCE}: the outage that {@code
 *     maxReceiveCount} and backoff have to cover, as an ISO-8601 duration; missing: not checked
 * @param function what the function knows about its own deployment
 * @param deadLetterQueueUrl {@value EnvironmentVariables#DEAD_LETTER_QUEUE_URL}: the queue to which
 *     the consumer sends messages that failed for good, see {@link SqsDeadLetters}; missing or
 *     empty: the source queue moves them
 */
public record LambdaSettings(
    String tableName,
    Duration retention,
    int maxReceiveCount,
    ConsumerMode mode,
    Listing listing,
    Optional<Duration> heartbeat,
    Backoff backoff,
    Optional<Duration> outageTolerance,
    DeployedFunction function,
    Optional<String> deadLetterQueueUrl)
    implements StoreSettings {
  /** Creates settings with the default of each variable that is not required. */
  public LambdaSettings(
      String tableName,
      Duration retention,
      int maxReceiveCount,
      ConsumerMode mode,
      Listing listing) {
    this(
        tableName,
        retention,
        maxReceiveCount,
        mode,
        listing,
        Optional.empty(),
        Backoff.standard(),
        Optional.empty(),
        DeployedFunction.unknown(),
        Optional.empty());
  }

  /**
   * Reads the variables. The first three are required. The {@code IdempotentConsumer} construct
   * sets them.
   *
   * @throws ConfigurationException if one is missing or malformed; the message names the variable
   *     and the remedy
   */
  public static LambdaSettings from(Map<String, String> environment) {
    EnvironmentVariables.requireAll(
        environment,
        EnvironmentVariables.TABLE,
        EnvironmentVariables.RETENTION,
        EnvironmentVariables.MAX_RECEIVE_COUNT);
    EnvironmentSettings read = EnvironmentSettings.from(environment);
    return new LambdaSettings(
        read.tableName(),
        read.retention(),
        positive(
            EnvironmentVariables.required(environment, EnvironmentVariables.MAX_RECEIVE_COUNT)),
        read.mode(),
        read.listing(),
        EnvironmentVariables.duration(environment, EnvironmentVariables.HEARTBEAT, "PT1M"),
        new Backoff(
            EnvironmentVariables.duration(environment, EnvironmentVariables.BACKOFF_FIRST, "PT2S")
                .orElse(Backoff.standard().first()),
            EnvironmentVariables.duration(environment, EnvironmentVariables.BACKOFF_LONGEST, "PT5M")
                .orElse(Backoff.standard().longest())),
        EnvironmentVariables.duration(environment, EnvironmentVariables.OUTAGE_TOLERANCE, "PT30M"),
        read.function(),
        Optional.ofNullable(environment.get(EnvironmentVariables.DEAD_LETTER_QUEUE_URL))
            .filter(Predicate.not(String::isBlank)));
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
    throw EnvironmentVariables.malformed(
        EnvironmentVariables.MAX_RECEIVE_COUNT,
        value,
        "Set the maxReceiveCount of the source queue's redrive policy, 1 or more");
  }
}
