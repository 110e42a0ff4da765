package dev.effectivelyonce.core.key;

import dev.effectivelyonce.core.ConfigurationException;
import java.util.regex.Pattern;

/**
 * The name that scopes keys: two consumers with the same business key have two records. Renaming a
 * consumer makes it forget everything that it has done.
 *
 * @param value 1 to 64 characters of {@code A-Z a-z 0-9 . _ -}
 */
public record ConsumerName(String value) {
  private static final Pattern VALID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  /**
   * @throws ConfigurationException if the value has another form
   */
  public ConsumerName {
    if (!VALID.matcher(value).matches()) {
      throw new ConfigurationException(
          "The consumer name \"" + value + "\" is not valid",
          "Use 1 to 64 characters of A-Z a-z 0-9 . _ -");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
