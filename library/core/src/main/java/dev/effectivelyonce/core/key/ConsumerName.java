package dev.effectivelyonce.core.key;

import dev.effectivelyonce.core.ConfigurationException;
import java.util.regex.Pattern;

/**
 * The name of a consumer, which scopes keys: two consumers with the same business key have two
 * records. A consumer that is renamed forgets everything that it has done.
 *
 * @param value 1 to 64 characters of {@code A-Z a-z 0-9 . _ -}
 */
public record ConsumerName(String value) {
  private static final Pattern VALID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  /**
   * @throws ConfigurationException if the value is not of this form
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
