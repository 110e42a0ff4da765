package dev.effectivelyonce.core.key;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A hash of the fields that must agree between two messages with the same business key. Choose the
 * fields that define the event, such as amount and account. A hash of the whole body would refuse a
 * legitimate resend with a new timestamp.
 *
 * @param value the base64url of a SHA-256
 */
public record Fingerprint(String value) {
  /**
   * Returns the fingerprint of the given fields, in this order, each converted by {@code toString}.
   * The fields are encoded with their lengths, so ("a","bc") and ("ab","c") differ.
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
