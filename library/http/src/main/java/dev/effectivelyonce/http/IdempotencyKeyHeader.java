package dev.effectivelyonce.http;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The header {@code Idempotency-Key}. In draft-ietf-httpapi-idempotency-key-header it is a string
 * of structured fields (RFC 8941), {@code "k-1"}; most clients send it without quotes. Both are one
 * key.
 */
final class IdempotencyKeyHeader {
  static final String NAME = "idempotency-key";
  static final int MAX_CHARS = 255;

  /** The length from which a header is refused unread: no key with escapes is as long. */
  private static final int TOO_LONG_CHARS = 1024;

  /** Printable ASCII, quote and backslash behind a backslash; parameters are ignored. */
  private static final Pattern QUOTED =
      Pattern.compile(
          "\"((?:[ !#-\\[\\]-~]|\\\\[\"\\\\])*)\"(?: *; *[a-z*][a-z0-9_.*-]*(?:=[^;,\"]*)?)*");

  /** No separators of values, since a header that is sent twice arrives joined by a comma. */
  private static final Pattern BARE = Pattern.compile("[!#-+\\--:<-\\[\\]-~]+");

  /** The result of reading a request's header. */
  sealed interface Read {
    record Present(String key) implements Read {}

    record Missing() implements Read {}

    record Malformed(String why) implements Read {}
  }

  private IdempotencyKeyHeader() {}

  static Read read(ApiRequest request) {
    return request
        .header(NAME)
        .map(String::strip)
        .filter(value -> !value.isEmpty())
        .map(IdempotencyKeyHeader::parse)
        .orElseGet(Read.Missing::new);
  }

  private static Read parse(String value) {
    if (value.length() > TOO_LONG_CHARS) {
      return tooLong(value);
    }
    return unquoted(value)
        .map(IdempotencyKeyHeader::checked)
        .orElseGet(
            () ->
                new Read.Malformed(
                    "It is no single text of printable ASCII in double quotes, and holds more than"
                        + " a text without quotes may"));
  }

  private static Optional<String> unquoted(String value) {
    Matcher quoted = QUOTED.matcher(value);
    if (quoted.matches()) {
      return Optional.of(quoted.group(1).replaceAll("\\\\(.)", "$1"));
    }
    return BARE.matcher(value).matches() ? Optional.of(value) : Optional.empty();
  }

  private static Read checked(String key) {
    return key.length() > MAX_CHARS ? tooLong(key) : new Read.Present(key);
  }

  private static Read tooLong(String value) {
    return new Read.Malformed("It has " + value.length() + " characters, more than " + MAX_CHARS);
  }
}
