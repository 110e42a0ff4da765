package dev.effectivelyonce.cdk;

import java.time.Duration;

/** Converts durations to those of CDK, and to text for people. */
final class Durations {
  private Durations() {}

  static software.amazon.awscdk.Duration toCdk(Duration duration) {
    return software.amazon.awscdk.Duration.seconds(duration.toSeconds());
  }

  static String text(Duration duration) {
    if (!isWholeSeconds(duration)) {
      return duration.toMillis() + " ms";
    }
    if (!duration.isZero() && duration.toSeconds() % 86_400 == 0) {
      return duration.toDays() + " days";
    }
    return duration.toSeconds() + " s";
  }

  static boolean isWholeSeconds(Duration duration) {
    return duration.toNanosPart() == 0;
  }

  /** Returns whether a service refuses it that takes whole seconds between these. */
  static boolean outside(Duration value, Duration least, Duration most) {
    return !isWholeSeconds(value) || value.compareTo(least) < 0 || value.compareTo(most) > 0;
  }
}
