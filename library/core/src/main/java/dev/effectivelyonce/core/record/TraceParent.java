package dev.effectivelyonce.core.record;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The place of a span in its trace, as the W3C header {@code traceparent} has it. Anyone who may
 * send a message chooses this text, so only a well-formed one is taken, which is short and
 * hexadecimal.
 *
 * @param value version, trace id, span id and flags, such as {@code
 *     00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01}
 */
public record TraceParent(String value) {
  /** The longest header that is looked at; real ones are shorter. */
  private static final int LONGEST_CHARS = 512;

  /** The four fields that stay; later versions may add fields behind a dash. */
  private static final Pattern W3C =
      Pattern.compile(
          "((?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2})(-.*)?");

  private static final String FIRST_VERSION = "00-";

  /**
   * @throws IllegalArgumentException if it is not well-formed
   */
  public TraceParent {
    if (fields(value).filter(value::equals).isEmpty()) {
      throw new IllegalArgumentException("It is no traceparent of four fields");
    }
  }

  /** Returns the first four fields of a header; empty if it is not well-formed. */
  public static Optional<TraceParent> parse(String header) {
    return fields(header).map(TraceParent::new);
  }

  /** Returns what a record keeps; empty if no attempt wrote it so. */
  public static Optional<TraceParent> ofRecord(String kept) {
    // A header that parse would shorten is not the text that a store compares with.
    return fields(kept).filter(kept::equals).map(TraceParent::new);
  }

  private static Optional<String> fields(String header) {
    if (header.length() > LONGEST_CHARS) {
      return Optional.empty();
    }
    Matcher matcher = W3C.matcher(header);
    return matcher.matches() && (matcher.group(2) == null || !header.startsWith(FIRST_VERSION))
        ? Optional.of(matcher.group(1))
        : Optional.empty();
  }

  /** Returns the 32 hexadecimal digits of the trace. */
  public String traceId() {
    return value.substring(3, 35);
  }

  /** Returns the 16 hexadecimal digits of the span. */
  public String spanId() {
    return value.substring(36, 52);
  }

  /** Returns the two hexadecimal digits of the flags. */
  public String flags() {
    return value.substring(53);
  }

  @Override
  public String toString() {
    return value;
  }
}
