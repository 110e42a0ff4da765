package dev.effectivelyonce.core.key;

import dev.effectivelyonce.core.ConfigurationException;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A hash of the fields that must agree between two messages with the same business key. Choose the
 * fields that define the event, such as amount and account. A hash of the whole body would refuse a
 * legitimate resend with a new timestamp.
 *
 * @param value the base64url of a SHA-256
 */
public record Fingerprint(String value) {
  /** Matches the text of an array within another one. It differs in each copy of the array. */
  private static final Pattern ARRAY = Pattern.compile("\\[(?:[BCDFIJSZ]|L[^;\\s\\[]+;)@[0-9a-f]+");

  /**
   * Returns the fingerprint of the given fields, in this order. An array stands for its elements,
   * and anything else for its {@code toString}. The fields are encoded with their lengths, so
   * ("a","bc") and ("ab","c") differ, and so do null and "null".
   *
   * @throws ConfigurationException if a field has no text that its copies have too: its class has
   *     no {@code toString}, or an array is in it
   */
  public static Fingerprint of(@Nullable Object... fields) {
    return new Fingerprint(
        Sha256.base64Url(
            Arrays.stream(fields).map(Fingerprint::encoded).collect(Collectors.joining())));
  }

  private static String encoded(@Nullable Object field) {
    if (field == null) {
      return "-";
    }
    if (field.getClass().isArray()) {
      return IntStream.range(0, Array.getLength(field))
          .mapToObj(index -> encoded(Array.get(field, index)))
          .collect(Collectors.joining("", "[", "]"));
    }
    String text = field.toString();
    if (!(field instanceof CharSequence) && !isOfItsContent(field.getClass(), text)) {
      throw new ConfigurationException(
          "A fingerprint holds a "
              + field.getClass().getName()
              + ", whose text differs in each copy",
          "Pass the values in it, or an array by itself");
    }
    return BusinessKey.hasHalfPair(text)
        ? text.chars().mapToObj(Integer::toHexString).collect(Collectors.joining(",", "~", "."))
        : text.length() + ":" + text;
  }

  private static boolean isOfItsContent(Class<?> type, String text) {
    try {
      return type.getMethod("toString").getDeclaringClass() != Object.class
          && !ARRAY.matcher(text).find();
    } catch (NoSuchMethodException none) {
      throw new IllegalStateException("Each class has toString", none);
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
