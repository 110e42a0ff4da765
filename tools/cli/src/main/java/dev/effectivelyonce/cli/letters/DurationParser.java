package dev.effectivelyonce.cli.letters;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as people type them: 90s, 15m, 2h, 3d, or as ISO-8601. */
public final class DurationParser implements ITypeConverter<Duration> {
  private static final Pattern SHORT = Pattern.compile("([0-9]{1,9})([smhd])");

  @Override
  public Duration convert(String text) {
    Matcher matcher = SHORT.matcher(text.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      return iso(text);
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofDays(number);
    };
  }

  private static Duration iso(String text) {
    try {
      return Duration.parse(text);
    } catch (RuntimeException e) {
      throw new TypeConversionException(
          "\"" + text + "\" is no age: write 90s, 15m, 2h, 3d, or ISO-8601 such as PT2H");
    }
  }
}
