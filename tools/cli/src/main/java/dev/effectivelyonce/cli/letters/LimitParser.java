package dev.effectivelyonce.cli.letters;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Limits as people type them: a number of 1 or more, or {@code all}. */
public final class LimitParser implements ITypeConverter<Integer> {
  /** What {@code all} is parsed to. */
  public static final int ALL = Integer.MAX_VALUE;

  @Override
  public Integer convert(String text) {
    if (text.equals("all")) {
      return ALL;
    }
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 1) {
        return limit;
      }
    } catch (NumberFormatException e) {
      // Said below, as for a number below 1.
    }
    throw new TypeConversionException("the limit is " + text + ": give 1 or more, or all");
  }
}
