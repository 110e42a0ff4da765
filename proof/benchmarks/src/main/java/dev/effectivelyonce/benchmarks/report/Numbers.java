package dev.effectivelyonce.benchmarks.report;

import java.util.Locale;

/** Numbers as tables show them: three significant digits or so. */
public final class Numbers {
  private static final double KIB = 1024;

  private Numbers() {}

  /** With three digits or so; – where there is none. */
  public static String of(double value) {
    if (Double.isNaN(value)) {
      return "–";
    }
    double size = Math.abs(value);
    return size >= 100 || size == Math.rint(size) ? text("%,.0f", value) : small(value);
  }

  private static String small(double value) {
    double size = Math.abs(value);
    return text(size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f", value);
  }

  /** A whole number. */
  public static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** Bytes in KiB. */
  public static String kib(double bytes) {
    return of(bytes / KIB);
  }

  private static String text(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
