package dev.effectivelyonce.postgres;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads SQL as the server does: texts become a quote, and comments a space. What is left begins
 * statements and names functions. A name whose characters are escaped begins with {@code u&"}.
 */
final class BareSql {
  private static final Pattern DOLLARS =
      Pattern.compile("\\$(?:[A-Za-z_\\x{80}-\\x{10ffff}][\\w\\x{80}-\\x{10ffff}]*)?\\$");

  /** Matches what may stand between two pieces of one text: a line's end, and comments of lines. */
  private static final Pattern CONTINUED =
      Pattern.compile("(?:[ \\t\\f\\x0B]|--[^\\n\\r]*)*+[\\n\\r](?:\\s|--[^\\n\\r]*[\\n\\r])*+'");

  private static final Pattern SIMPLE_NAME = Pattern.compile("\\w+");

  private final String sql;
  private final boolean escapesByDefault;
  private final StringBuilder bare = new StringBuilder();
  private int at;

  private BareSql(String sql, boolean escapesByDefault) {
    this.sql = sql;
    this.escapesByDefault = escapesByDefault;
  }

  /**
   * Returns what is left by either value of {@code standard_conforming_strings}: off, a backslash
   * escapes in a text. The session may have the one or the other.
   */
  static List<String> readings(String sql) {
    return List.of(new BareSql(sql, false).read(), new BareSql(sql, true).read());
  }

  private String read() {
    while (at < sql.length()) {
      char next = sql.charAt(at);
      if (isInName(next) && !isDigit(next)) {
        name();
      } else if (next == '\'') {
        text(escapesByDefault);
      } else if (next == '"') {
        quotedName();
      } else if (sql.startsWith("--", at)) {
        line();
      } else if (sql.startsWith("/*", at)) {
        comment();
      } else if (next == '{') {
        escapeOfJdbc();
      } else if (next != '$' || !dollars()) {
        bare.append(next == '}' ? ' ' : next);
        at++;
      }
    }
    return bare.toString();
  }

  /** Returns whether a character is of a name, to which dollars belong where they follow. */
  private static boolean isInName(char c) {
    return c == '_'
        || c >= '\u0080'
        || isDigit(c)
        || (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z');
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Keeps a name, and passes the prefix of a text by: E, B or X. */
  private void name() {
    int begin = at;
    while (at < sql.length() && (isInName(sql.charAt(at)) || sql.charAt(at) == '$')) {
      at++;
    }
    String name = sql.substring(begin, at).toLowerCase(Locale.ROOT);
    if (sql.startsWith("'", at) && List.of("e", "b", "x").contains(name)) {
      text(name.equals("e"));
    } else if (name.equals("u") && sql.startsWith("&\"", at)) {
      // Its escapes may spell any name.
      bare.append("u&\"");
      at++;
      quotedName();
    } else {
      bare.append(sql, begin, at);
    }
  }

  private void text(boolean escapes) {
    Matcher continued = CONTINUED.matcher(sql);
    passText(escapes);
    while (continued.region(at, sql.length()).lookingAt()) {
      at = continued.end() - 1;
      passText(escapes);
    }
    bare.append('\'');
  }

  /** Passes a text by from its quote on; a quote in it is doubled. */
  private void passText(boolean escapes) {
    at++;
    while (at < sql.length()) {
      char c = sql.charAt(at++);
      if (c == '\\' && escapes) {
        at = Math.min(at + 1, sql.length());
      } else if (c == '\'' && !sql.startsWith("'", at)) {
        return;
      } else if (c == '\'') {
        at++;
      }
    }
  }

  /** Keeps a simple name, which may be that of a function. */
  private void quotedName() {
    int end = sql.indexOf('"', at + 1);
    int close = end < 0 ? sql.length() : end;
    String name = sql.substring(at + 1, close);
    bare.append(SIMPLE_NAME.matcher(name).matches() ? name : "'");
    at = Math.min(close + 1, sql.length());
  }

  private void line() {
    while (at < sql.length() && sql.charAt(at) != '\n' && sql.charAt(at) != '\r') {
      at++;
    }
  }

  private void comment() {
    int depth = 0;
    do {
      if (sql.startsWith("/*", at)) {
        depth++;
        at += 2;
      } else if (sql.startsWith("*/", at)) {
        depth--;
        at += 2;
      } else {
        at++;
      }
    } while (depth > 0 && at < sql.length());
    bare.append(' ');
  }

  /** Passes a brace and its word by, which begin an escape of JDBC: the driver takes them away. */
  private void escapeOfJdbc() {
    at++;
    while (at < sql.length() && isInName(sql.charAt(at))) {
      at++;
    }
    bare.append(' ');
  }

  private boolean dollars() {
    Matcher quote = DOLLARS.matcher(sql).region(at, sql.length());
    if (!quote.lookingAt()) {
      return false;
    }
    int end = sql.indexOf(quote.group(), quote.end());
    at = end < 0 ? sql.length() : end + quote.group().length();
    bare.append('\'');
    return true;
  }
}
