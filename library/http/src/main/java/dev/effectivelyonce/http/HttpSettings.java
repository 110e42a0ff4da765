package dev.effectivelyonce.http;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.DeployedFunction;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.engine.EnvironmentSettings;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.StoreSettings;
import java.time.Duration;
import java.util.Map;

/**
 * The settings that a function gets from its stack through its environment. The {@code
 * IdempotentApi} construct sets them.
 *
 * @param tableName {@value EnvironmentVariables#TABLE}: the idempotency table
 * @param retention {@value EnvironmentVariables#RETENTION}: how long keys are remembered, as an
 *     ISO-8601 duration
 * @param listing {@value EnvironmentVariables#LISTING}: which records the store lists; missing:
 *     {@code FAILED_AND_HELD}
 * @param function what the function knows about its own deployment
 */
public record HttpSettings(
    String tableName, Duration retention, Listing listing, DeployedFunction function)
    implements StoreSettings {
  /** Creates settings for a function about which nothing is known. */
  public HttpSettings(String tableName, Duration retention, Listing listing) {
    this(tableName, retention, listing, DeployedFunction.unknown());
  }

  /**
   * Reads the variables.
   *
   * @throws ConfigurationException if one is missing or malformed; the message names the variable
   *     and the remedy
   */
  public static HttpSettings from(Map<String, String> environment) {
    EnvironmentSettings read = EnvironmentSettings.from(environment);
    return new HttpSettings(read.tableName(), read.retention(), read.listing(), read.function());
  }
}
