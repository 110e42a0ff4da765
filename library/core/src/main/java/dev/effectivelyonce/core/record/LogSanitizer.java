package dev.effectivelyonce.core.record;

import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Makes untrusted texts, such as reasons and parts of messages, safe for a log or a terminal.
 * Nothing in them can look like another line or change the text around them.
 */
public final class LogSanitizer {
  // Control characters but tabs and the end of a line, other ends of lines, and those that turn
  // the direction of text.
  private static final Pattern CONTROLS =
      Pattern.compile(
          "[\\p{Cc}&&[^\\t\\n"
              + "\\r"
              + "]]|\\r"
              + "(?!\\n"
              + ")|[\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]");

  private LogSanitizer() {}

  /**
   * Returns the text without control characters that could change a terminal, except line breaks.
   * The replacements are those of JSON, such as {@code \\u001b}.
   */
  public static String visible(String text) {
    return CONTROLS
        .matcher(text)
        .replaceAll(found -> "\\\\u" + HexFormat.of().toHexDigits(found.group().charAt(0)));
  }

  /**
   * Returns the text of {@link #visible} in one line, in which {@code \n} replaces each line break.
   */
  public static String oneLine(String text) {
    return visible(text).replaceAll("\\r?\\n", "\\\\n");
  }
}
