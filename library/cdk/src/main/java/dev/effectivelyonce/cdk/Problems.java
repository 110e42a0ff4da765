package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What is wrong with settings, each with what to do about it. */
final class Problems {
  private final List<String> all = new ArrayList<>();

  /** Adds that a setting is required, if it is not set. */
  Problems missing(String setting, Optional<?> value) {
    return when(value.isEmpty(), "%s is missing. Set it before build().", setting);
  }

  /** Adds that a number is none that Lambda takes, if it is not between these. */
  Problems within(String setting, int value, int least, int most) {
    return when(
        value < least || value > most,
        "%s is %s: Lambda takes %s to %s. Set one of these.",
        setting,
        value,
        least,
        most);
  }

  /** Adds each name that stands more than once. */
  Problems repeated(List<String> names, String text) {
    names.stream()
        .distinct()
        .filter(name -> names.indexOf(name) != names.lastIndexOf(name))
        .forEach(name -> add(text, name));
    return this;
  }

  /** Adds a problem, if it is one, with the details in its text. */
  Problems when(boolean isWrong, String text, Object... details) {
    return isWrong ? add(text, details) : this;
  }

  Problems add(String text, Object... details) {
    all.add(text(text, details));
    return this;
  }

  Problems and(List<String> more) {
    all.addAll(more);
    return this;
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  List<String> all() {
    return List.copyOf(all);
  }

  /** A text with its details, of which durations are told as {@link Durations#text} does. */
  private static String text(String text, Object... details) {
    return String.format(
        Locale.ROOT,
        text,
        Stream.of(details)
            .map(it -> it instanceof Duration duration ? Durations.text(duration) : it)
            .toArray());
  }
}
