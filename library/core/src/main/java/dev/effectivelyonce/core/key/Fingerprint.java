package dev.effectivelyonce.core.key;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A hash of what must agree between two messages of one business key. Name the fields that make the
 * event what it is (amount, account): a hash of the whole body would refuse an honest resend with a
 * new timestamp.
 *
 * @param value the base64url of a SHA-256
 */
public record Fingerprint(String value) {
  /**
   * Returns the fingerprint of the given fields, in their order, each by its {@code toString}. The
   * fields are encoded with their lengths, so ("a","bc") and ("ab","c") differ.
   */
  public static Fingerprint of(Object... fields) {
    return new Fingerprint(
        Sha256.base64Url(
            Arrays.stream(fields)
                .map(String::valueOf)
                .map(field -> field.length() + ":" + field)
                .collect(Collectors.joining())));
  }

  @Override
  public String toString() {
    return value;
  }
}
