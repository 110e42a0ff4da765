package dev.effectivelyonce.local.demo.check;

import java.util.Locale;

/**
 * The counts that an input implies: one number, or several where timing decides.
 *
 * @param least the smallest
 * @param most the largest; {@link Long#MAX_VALUE} is without limit
 */
public record Range(long least, long most) {
  /** One number. */
  static Range exactly(long count) {
    return new Range(count, count);
  }

  /** A number or some more. */
  static Range between(long least, long most) {
    return new Range(Math.max(0, least), Math.max(0, most));
  }

  /** A number or more. */
  static Range atLeast(long least) {
    return new Range(Math.max(0, least), Long.MAX_VALUE);
  }

  /** Whatever is found: it is shown, not judged. */
  static Range any() {
    return atLeast(0);
  }

  /** The counts of two things together. */
  Range and(Range other) {
    boolean isLimited = most < Long.MAX_VALUE && other.most < Long.MAX_VALUE;
    return new Range(least + other.least, isLimited ? most + other.most : Long.MAX_VALUE);
  }

  /** Returns whether the count is one of these. */
  public boolean contains(long count) {
    return least <= count && count <= most;
  }

  @Override
  public String toString() {
    if (least == most) {
      return String.format(Locale.ROOT, "%,d", least);
    }
    if (most == Long.MAX_VALUE) {
      return least == 0 ? "any" : String.format(Locale.ROOT, ">= %,d", least);
    }
    return least == 0
        ? String.format(Locale.ROOT, "<= %,d", most)
        : String.format(Locale.ROOT, "%,d to %,d", least, most);
  }
}
