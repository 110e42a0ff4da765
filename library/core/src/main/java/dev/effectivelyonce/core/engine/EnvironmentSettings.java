package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.DeployedFunction;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.StoreSettings;
import java.time.Duration;
import java.util.Map;

/**
 * The settings that a function with any event source reads from its environment.
 *
 * @param tableName {@value EnvironmentVariables#TABLE}: the idempotency table
 * @param retention {@value EnvironmentVariables#RETENTION}: how long records are kept, as an
 *     ISO-8601 duration
 * @param mode {@value EnvironmentVariables#MODE}: {@code ENFORCE} or {@code OBSERVE}; missing:
 *     {@code ENFORCE}
 * @param listing {@value EnvironmentVariables#LISTING}: which records the store lists; missing:
 *     {@code FAILED_AND_HELD}
 * @param function what the function knows about its own deployment
 */
public record EnvironmentSettings(
    String tableName,
    Duration retention,
    ConsumerMode mode,
    Listing listing,
    DeployedFunction function)
    implements StoreSettings {
  /**
   * Reads the variables. The first two are required.
   *
   * @throws ConfigurationException if a variable is malformed or missing; the message names the
   *     variables and the remedy
   */
  public static EnvironmentSettings from(Map<String, String> environment) {
    EnvironmentVariables.requireAll(
        environment, EnvironmentVariables.TABLE, EnvironmentVariables.RETENTION);
    return new EnvironmentSettings(
        EnvironmentVariables.required(environment, EnvironmentVariables.TABLE),
        EnvironmentVariables.requiredDuration(environment, EnvironmentVariables.RETENTION, "P19D"),
        EnvironmentVariables.choice(environment, EnvironmentVariables.MODE, ConsumerMode.ENFORCE),
        EnvironmentVariables.choice(
            environment, EnvironmentVariables.LISTING, Listing.FAILED_AND_HELD),
        DeployedFunction.from(environment));
  }
}
