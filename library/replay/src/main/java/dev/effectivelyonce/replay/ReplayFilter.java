package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.ConfigurationException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The filter for the messages of a run. A message must match all given criteria, and is left
 * otherwise.
 *
 * @param keys readable business keys (with the parts joined by {@code /}), or their hashes as in
 *     reports and logs; empty: any
 * @param error a part of the record's error, ignoring case; a message without a record or an error
 *     does not match; a replay that reopens a record clears its error
 * @param minAge the minimum time since the message was sent or, in a FIFO dead-letter queue, was
 *     moved there
 * @param maxAge the maximum time since the message was sent or, in a FIFO dead-letter queue, was
 *     moved there
 * @param cause a part of its {@link HeldLetter#cause() cause}, ignoring case; may also be a text
 *     from the log with numbers and ids
 * @param decisions labels of {@link ReplayDecision}; empty: any
 * @param groups message groups; empty: any
 * @param messageIds SQS's ids of the dead letters; empty: any
 */
public record ReplayFilter(
    Set<String> keys,
    Optional<String> error,
    Optional<Duration> minAge,
    Optional<Duration> maxAge,
    Optional<String> cause,
    Set<String> decisions,
    Set<String> groups,
    Set<String> messageIds) {
  /** A filter that matches every message. */
  public static final ReplayFilter NONE =
      new ReplayFilter(
          Set.of(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Set.of(),
          Set.of(),
          Set.of());

  /**
   * @throws ConfigurationException if a text is blank, a decision does not exist, an age is
   *     negative, or no age can match both limits
   */
  public ReplayFilter {
    keys = named("key", keys);
    groups = named("message group", groups);
    messageIds = named("message id", messageIds);
    decisions = Set.copyOf(decisions);
    checkText("error", error);
    checkText("cause", cause);
    Set<String> unknown = new TreeSet<>(decisions);
    unknown.removeAll(labels());
    if (!unknown.isEmpty()) {
      throw new ConfigurationException(
          "There is no decision " + String.join(", ", unknown),
          "Name some of " + String.join(", ", labels()));
    }
    minAge.filter(Duration::isNegative).ifPresent(age -> refuse("The least age " + age));
    Duration least = minAge.orElse(Duration.ZERO);
    maxAge
        .filter(greatest -> greatest.compareTo(least) < 0)
        .ifPresent(greatest -> refuse("The greatest age " + greatest + " is below " + least));
  }

  /** Returns the labels of decisions that a filter can select. */
  public static List<String> labels() {
    return Stream.concat(
            Stream.of("SKIP", "SEND", "REOPEN", "UNREADABLE"),
            Arrays.stream(LeaveReason.values())
                .filter(reason -> reason != LeaveReason.FILTERED)
                .map(Enum::name))
        .toList();
  }

  /** Returns this filter for these keys. */
  public ReplayFilter withKeys(Set<String> others) {
    return new ReplayFilter(others, error, minAge, maxAge, cause, decisions, groups, messageIds);
  }

  /** Returns this filter for records whose error contains this. */
  public ReplayFilter withError(String part) {
    return new ReplayFilter(
        keys, Optional.of(part), minAge, maxAge, cause, decisions, groups, messageIds);
  }

  /** Returns this filter for messages of at least this age. */
  public ReplayFilter withMinAge(Duration age) {
    return new ReplayFilter(
        keys, error, Optional.of(age), maxAge, cause, decisions, groups, messageIds);
  }

  /** Returns this filter for messages of at most this age. */
  public ReplayFilter withMaxAge(Duration age) {
    return new ReplayFilter(
        keys, error, minAge, Optional.of(age), cause, decisions, groups, messageIds);
  }

  /** Returns this filter for messages whose cause contains this. */
  public ReplayFilter withCause(String part) {
    return new ReplayFilter(
        keys, error, minAge, maxAge, Optional.of(part), decisions, groups, messageIds);
  }

  /** Returns this filter for messages with one of these decisions. */
  public ReplayFilter withDecisions(Set<String> others) {
    return new ReplayFilter(keys, error, minAge, maxAge, cause, others, groups, messageIds);
  }

  /** Returns this filter for messages of these groups. */
  public ReplayFilter withGroups(Set<String> others) {
    return new ReplayFilter(keys, error, minAge, maxAge, cause, decisions, others, messageIds);
  }

  /** Returns this filter for the messages with these ids. */
  public ReplayFilter withMessageIds(Set<String> others) {
    return new ReplayFilter(keys, error, minAge, maxAge, cause, decisions, groups, others);
  }

  private static Set<String> named(String what, Collection<String> given) {
    Set<String> texts = given.stream().collect(Collectors.toUnmodifiableSet());
    if (texts.stream().anyMatch(String::isBlank)) {
      throw new ConfigurationException(
          "A " + what + " to replay is blank",
          what.equals("key") ? "Name keys or their hashes" : "Name a " + what + ", or none");
    }
    return texts;
  }

  private static void checkText(String what, Optional<String> text) {
    if (text.filter(String::isBlank).isPresent()) {
      throw new ConfigurationException(
          "The " + what + " to replay is blank", "Name a part of its text, or none");
    }
  }

  private static void refuse(String what) {
    throw new ConfigurationException(what + " is not usable", "Give ages from zero upwards");
  }
}
