package dev.effectivelyonce.streams;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.key.ConsumerName;
import org.jspecify.annotations.Nullable;

/** Refuses settings of a consumer that are missing or out of range. */
record GivenSettings(ConsumerName consumer) {
  void check(boolean valid, String setting, Object value, String remedy) {
    if (!valid) {
      throw new ConfigurationException(
          "The setting " + setting + " of consumer " + consumer + " is " + value, remedy);
    }
  }

  <T> T required(@Nullable T value, String setting, String remedy) {
    if (value == null) {
      throw new ConfigurationException("The consumer " + consumer + " has no " + setting, remedy);
    }
    return value;
  }
}
