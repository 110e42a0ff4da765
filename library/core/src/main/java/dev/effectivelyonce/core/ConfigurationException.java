package dev.effectivelyonce.core;

/** Says that a setting is missing or wrong. Thrown at start, before any message is taken. */
public final class ConfigurationException extends EffectivelyOnceException {
  /**
   * @param problem the setting and what is wrong with it, without a full stop
   * @param remedy what to set instead, without a full stop
   */
  public ConfigurationException(String problem, String remedy) {
    super(problem, remedy, null);
  }
}
