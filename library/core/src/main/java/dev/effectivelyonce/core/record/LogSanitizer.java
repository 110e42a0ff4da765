package dev.effectivelyonce.core.record;

import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Shows texts that others wrote, such as reasons and parts of messages, in a log or on a terminal.
 * Nothing in them can pass for another line, or change what stands beside them.
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
   * Returns a text that changes nothing in a terminal but to move to the next line. The
   * replacements are those of JSON, such as {@code \\u001b}.
   */
  public static String visible(String text) {
    return CONTROLS
        .matcher(text)
        .replaceAll(found -> "\\\\u" + HexFormat.of().toHexDigits(found.group().charAt(0)));
  }

  /** Returns the same in one line, with {@code \n} in the place of its ends of lines. */
  public static String oneLine(String text) {
    return visible(text).replaceAll("\\r?\\n", "\\\\n");
  }
}
