package dev.effectivelyonce.core;

/**
 * Thrown if a setting is missing or wrong. It is thrown at startup, before any message is handled.
 */
public final class ConfigurationException extends EffectivelyOnceException {
  /**
   * @param problem the setting and what is wrong with it, without a full stop
   * @param remedy what to set instead, without a full stop
   */
  public ConfigurationException(String problem, String remedy) {
    super(problem, remedy, null);
  }
}
