package dev.effectivelyonce.tests.sources;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Changes JSON of events at random, so that some of it is JSON still. */
public final class MutatedJson {
  private static final int MOST_CHANGES = 3;

  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "{}",
          "[]",
          "[null]",
          "{\"\":{\"a/b~\":null}}",
          "-1e999",
          "9".repeat(400),
          "\"\"",
          "\" \"",
          "\"%%%\"",
          "\"\\ud800\"",
          "\"\\u0000\"",
          "\"" + "x".repeat(5_000) + "\"",
          "[".repeat(1_200),
          "[".repeat(1_200) + "]".repeat(1_200),
          "{\"" + "x".repeat(60_000) + "\":" + "9".repeat(2_000) + "}");

  private static final Pattern SCALAR =
      Pattern.compile("(?<=:)(?:\"(?:[^\"\\\\]++|\\\\.)*+\"|[0-9]+|true|false|null)");

  private static final Pattern NAME = Pattern.compile("(?<=[{,])\"[^\"\\\\]++\":");

  private static final Pattern NESTED = Pattern.compile("(?<=:)[{\\[]");

  private MutatedJson() {}

  /** Returns the text with one to three changes. */
  public static byte[] of(String json, Random random) {
    byte[] event = json.getBytes(UTF_8);
    for (int changes = random.nextInt(1, MOST_CHANGES + 1); changes > 0; changes--) {
      event = changed(event, random);
    }
    return event;
  }

  private static byte[] changed(byte[] event, Random random) {
    String text = new String(event, UTF_8);
    String value = VALUES.get(random.nextInt(VALUES.size()));
    return switch (random.nextInt(9)) {
      case 0 -> flipped(event, random);
      case 1 -> text.substring(0, random.nextInt(text.length() + 1)).getBytes(UTF_8);
      // Keeps the JSON whole: the old value gets a name of its own.
      case 2, 3 -> replaced(text, NESTED, value + ",\"other\":", false, random);
      case 4 -> repeated(text, value, random);
      default -> replaced(text, SCALAR, value, true, random);
    };
  }

  private static byte[] flipped(byte[] event, Random random) {
    byte[] other = event.clone();
    if (other.length > 0) {
      other[random.nextInt(other.length)] = (byte) random.nextInt(256);
    }
    return other;
  }

  /** Returns the text with a member that is there twice. */
  private static byte[] repeated(String text, String value, Random random) {
    List<MatchResult> names = NAME.matcher(text).results().toList();
    if (names.isEmpty()) {
      return text.getBytes(UTF_8);
    }
    MatchResult name = names.get(random.nextInt(names.size()));
    String twice = name.group() + value + "," + text.substring(name.start());
    return (text.substring(0, name.start()) + twice).getBytes(UTF_8);
  }

  /** Returns the text with a value in the place of one match, or before it. */
  private static byte[] replaced(
      String text, Pattern where, String value, boolean isInItsPlace, Random random) {
    List<MatchResult> matches = where.matcher(text).results().toList();
    if (matches.isEmpty()) {
      return text.getBytes(UTF_8);
    }
    MatchResult match = matches.get(random.nextInt(matches.size()));
    String rest = text.substring(isInItsPlace ? match.end() : match.start());
    return (text.substring(0, match.start()) + value + rest).getBytes(UTF_8);
  }
}
