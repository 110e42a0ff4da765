package dev.effectivelyonce.core;

import org.jspecify.annotations.Nullable;

/** Checks settings that must be given, where they are given rather than at the first message. */
public final class Required {
  private Required() {}

  /**
   * Returns the value.
   *
   * @param problem what is missing, without a full stop
   * @param remedy what to give, without a full stop
   * @throws ConfigurationException if it is null
   */
  public static <T> T value(@Nullable T value, String problem, String remedy) {
    if (value == null) {
      throw new ConfigurationException(problem, remedy);
    }
    return value;
  }

  /**
   * Returns the text.
   *
   * @param problem what is missing, without a full stop
   * @param remedy what to give, without a full stop
   * @throws ConfigurationException if it is null or blank
   */
  public static String text(@Nullable String text, String problem, String remedy) {
    return value(text == null || text.isBlank() ? null : text, problem, remedy);
  }
}
