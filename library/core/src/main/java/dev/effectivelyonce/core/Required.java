package dev.effectivelyonce.core;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Checks required settings when they are set, and not only at the first message. */
public final class Required {
  /**
   * A required setting.
   *
   * @param name the name of the setting in the builder
   * @param value the value; null if it is missing
   * @param remedy what to set, without a full stop
   */
  public record Setting(String name, @Nullable Object value, String remedy) {
    private boolean isMissing() {
      return value == null;
    }
  }

  private Required() {}

  /**
   * Checks settings together, so that one exception names all that are missing.
   *
   * @param owner the owner of the settings, such as {@code The consumer orders}
   * @throws ConfigurationException if a value is null
   */
  public static void settings(String owner, Setting... settings) {
    List<Setting> missing = Arrays.stream(settings).filter(Setting::isMissing).toList();
    if (!missing.isEmpty()) {
      throw new ConfigurationException(
          owner + " has no " + joined(", ", missing, Setting::name),
          joined("; ", missing, remedy(missing)));
    }
  }

  private static String joined(
      String between, List<Setting> missing, Function<Setting, String> text) {
    return missing.stream().map(text).collect(Collectors.joining(between));
  }

  /** One remedy speaks for itself; of several each names its setting. */
  private static Function<Setting, String> remedy(List<Setting> missing) {
    return missing.size() == 1 ? Setting::remedy : it -> it.name() + ": " + it.remedy();
  }

  /**
   * Returns the value, if it is not null.
   *
   * @param problem what is missing, without a full stop
   * @param remedy what to set, without a full stop
   * @throws ConfigurationException if it is null
   */
  public static <T> T value(@Nullable T value, String problem, String remedy) {
    if (value == null) {
      throw new ConfigurationException(problem, remedy);
    }
    return value;
  }

  /**
   * Returns the text, if it is not blank.
   *
   * @param problem what is missing, without a full stop
   * @param remedy what to set, without a full stop
   * @throws ConfigurationException if it is null or blank
   */
  public static String text(@Nullable String text, String problem, String remedy) {
    return value(text == null || text.isBlank() ? null : text, problem, remedy);
  }
}
