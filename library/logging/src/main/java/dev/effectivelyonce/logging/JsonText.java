package dev.effectivelyonce.logging;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON by hand: a library for it would be most of what a cold start loads for the log. */
final class JsonText {
  private static final char FIRST_PRINTABLE = ' ';

  private JsonText() {}

  /** One object of texts, without a line break. */
  static String object(Map<String, ? extends @Nullable String> fields) {
    StringBuilder text = new StringBuilder(256).append('{');
    fields.forEach(
        (name, value) -> {
          text.append(text.length() == 1 ? "" : ",");
          quote(text, name);
          text.append(':');
          quote(text, String.valueOf(value));
        });
    return text.append('}').toString();
  }

  private static void quote(StringBuilder text, String value) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      escape(text, value.charAt(i));
    }
    text.append('"');
  }

  private static void escape(StringBuilder text, char character) {
    switch (character) {
      case '"', '\\' -> text.append('\\').append(character);
      case '\n' -> text.append("\\n");
      case '\r' -> text.append("\\r");
      case '\t' -> text.append("\\t");
      default -> {
        if (character < FIRST_PRINTABLE) {
          String hex = Integer.toHexString(character);
          text.append("\\u").append("0".repeat(4 - hex.length())).append(hex);
        } else {
          text.append(character);
        }
      }
    }
  }
}
