package dev.effectivelyonce.core.key;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a business event, such as an order id: two messages with the same key are the
 * same event. A key has one or more parts, and optionally scopes. Keys are compared code point by
 * code point, without case folding, trimming or Unicode normalization. If producers send a key in
 * two normal forms, normalize it in the key function. A key has at most {@value #MAX_BYTES} bytes
 * in UTF-8.
 */
public final class BusinessKey {
  /** The maximum length of the canonical form, in bytes of UTF-8. */
  public static final int MAX_BYTES = 2048;

  private static final int MOST_BYTES_OF_A_CHAR = 3;

  private enum Kind {
    PART,
    SCOPE,
    WINDOW
  }

  private record Part(Kind kind, String value) {}

  private final List<Part> parts;
  private final String canonical;

  private BusinessKey(List<Part> parts) {
    this.parts = List.copyOf(parts);
    this.canonical = canonical(parts);
    checkLength();
  }

  /**
   * Returns a key of one or more parts. The parts are encoded with their lengths, so ("a","bc") and
   * ("ab","c") differ.
   *
   * @throws InvalidKeyException if a part is null, empty or blank, holds half of a surrogate pair,
   *     or if the parts are too long together
   */
  public static BusinessKey of(@Nullable String first, @Nullable String... more) {
    List<Part> parts = new ArrayList<>();
    parts.add(part(Kind.PART, first));
    for (@Nullable String next : more) {
      parts.add(part(Kind.PART, next));
    }
    return new BusinessKey(parts);
  }

  /**
   * Returns this key with one more part.
   *
   * @throws InvalidKeyException as {@link #of} does
   */
  public BusinessKey and(@Nullable String part) {
    return with(part(Kind.PART, part));
  }

  /**
   * Returns this key within a scope, such as a tenant: equal keys in two scopes are two events.
   *
   * @throws InvalidKeyException if the scope is null, empty or blank, holds half of a surrogate
   *     pair, or makes the key too long
   */
  public BusinessKey inScope(@Nullable String scope) {
    return with(part(Kind.SCOPE, scope));
  }

  /**
   * Returns this key within the time window that holds {@code time}: the same key counts as a new
   * event in the next window. Windows start at the epoch, in UTC. Take the time from the message,
   * never from the clock, because a retry in the next window must find the same key.
   *
   * @throws IllegalArgumentException if the window is shorter than a second, or has a part of one
   */
  public BusinessKey inWindow(Duration window, Instant time) {
    if (window.getSeconds() < 1 || window.getNano() > 0) {
      throw new IllegalArgumentException(
          "The window "
              + window
              + " is no whole number of seconds. Set a second or more, without a fraction.");
    }
    long index = Math.floorDiv(time.getEpochSecond(), window.toSeconds());
    return with(part(Kind.WINDOW, window.toSeconds() + "@" + index));
  }

  /** Returns the form that is hashed: each part with its kind and length. */
  public String canonical() {
    return canonical;
  }

  private static String canonical(List<Part> parts) {
    StringBuilder text = new StringBuilder();
    for (Part part : parts) {
      text.append(part.kind.name().charAt(0)).append(part.value.length()).append(':');
      text.append(part.value);
    }
    return text.toString();
  }

  /**
   * Returns the readable form, in which the parts are joined by {@code /}. It may contain personal
   * data, so keep it out of logs and tables unless the consumer asks for it.
   */
  public String readable() {
    return parts.size() == 1
        ? parts.getFirst().value
        : parts.stream().map(Part::value).collect(Collectors.joining("/"));
  }

  private BusinessKey with(Part added) {
    List<Part> all = new ArrayList<>(parts);
    all.add(added);
    return new BusinessKey(all);
  }

  private static Part part(Kind kind, @Nullable String value) {
    String what = kind == Kind.SCOPE ? "scope" : "business key";
    if (value == null || value.isBlank()) {
      String how = value == null ? "missing" : value.isEmpty() ? "empty" : "blank";
      throw new InvalidKeyException(
          "The " + what + " is " + how,
          "Send a message with a key, or name another key for this consumer");
    }
    if (hasHalfPair(value)) {
      throw new InvalidKeyException(
          "The " + what + " holds half of a surrogate pair",
          "Send well-formed text; two malformed keys could not be told apart");
    }
    return new Part(kind, value);
  }

  /** Says whether UTF-8 has no bytes for a text, and would make it equal to others. */
  static boolean hasHalfPair(String value) {
    return hasSurrogate(value) && !StandardCharsets.UTF_8.newEncoder().canEncode(value);
  }

  private static boolean hasSurrogate(String value) {
    for (int index = 0; index < value.length(); index++) {
      if (Character.isSurrogate(value.charAt(index))) {
        return true;
      }
    }
    return false;
  }

  private void checkLength() {
    if (canonical.length() <= MAX_BYTES / MOST_BYTES_OF_A_CHAR) {
      return;
    }
    int sizeBytes = canonical.getBytes(StandardCharsets.UTF_8).length;
    if (sizeBytes > MAX_BYTES) {
      throw new InvalidKeyException(
          "The business key has " + sizeBytes + " bytes, more than " + MAX_BYTES,
          "Use an id, or the content hash by choice");
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BusinessKey that && canonical.equals(that.canonical);
  }

  @Override
  public int hashCode() {
    return canonical.hashCode();
  }

  /**
   * Returns a text without the key, because the key may be personal data and this text ends up in
   * logs.
   */
  @Override
  public String toString() {
    return "BusinessKey[" + Sha256.base64Url(canonical()) + "]";
  }
}
