package dev.effectivelyonce.operations.deployed;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What metrics tell of a consumer. The numbers of things are those of the last five minutes. */
public enum Measure {
  /** The age of the oldest message of the queue, in seconds, as it was last. */
  OLDEST_SECONDS(Scope.QUEUE, "ApproximateAgeOfOldestMessage"),
  /** How many message groups of a FIFO queue have a message in flight, as it was last. */
  GROUPS_IN_FLIGHT(Scope.QUEUE, "ApproximateNumberOfGroupsWithInflightMessages"),
  /** How late a stream's last record was read, in milliseconds, as it was last. */
  ITERATOR_AGE_MILLIS(Scope.BEHIND, "IteratorAge"),
  /** How many records of a topic of Kafka wait, as it was last. */
  OFFSET_LAG(Scope.BEHIND, "OffsetLag"),
  /** How old an asynchronous event was when it was handed over, in milliseconds, as it was last. */
  ASYNC_EVENT_AGE_MILLIS(Scope.BEHIND, "AsyncEventAge"),
  /** Invocations that failed as a whole. */
  ERRORS(Scope.FUNCTION, "Errors"),
  /** Invocations that Lambda refused. */
  THROTTLES(Scope.FUNCTION, "Throttles"),
  /** Messages that ran and completed. */
  EXECUTED(Scope.CONSUMER, "executed"),
  /** Messages that ran and are to run again. */
  RELEASED(Scope.CONSUMER, "released"),
  /** Messages that failed for good. */
  FAILED(Scope.CONSUMER, "failed"),
  /** Messages that wait for an operator. */
  HELD(Scope.CONSUMER, "held"),
  /** Messages that can't be read. */
  UNREADABLE(Scope.CONSUMER, "unreadable");

  /** What the metric belongs to. */
  enum Scope {
    QUEUE("AWS/SQS", "QueueName", "Maximum"),
    BEHIND("AWS/Lambda", "FunctionName", "Maximum"),
    FUNCTION("AWS/Lambda", "FunctionName", "Sum"),
    CONSUMER("EffectivelyOnce", "function", "Sum");

    final String namespace;
    final String dimension;
    final String statistic;

    Scope(String namespace, String dimension, String statistic) {
      this.namespace = namespace;
      this.dimension = dimension;
      this.statistic = statistic;
    }
  }

  final Scope scope;
  final String metric;

  Measure(Scope scope, String metric) {
    this.scope = scope;
    this.metric = metric;
  }

  /** Returns its name in JSON. */
  public String field() {
    String[] words = name().toLowerCase(Locale.ROOT).split("_", -1);
    return Arrays.stream(words)
        .skip(1)
        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
        .collect(Collectors.joining("", words[0], ""));
  }

  /** Returns the name of the queue or function that it is measured of, if it is. */
  Optional<String> of(Optional<String> queue, Optional<String> function) {
    return switch (scope) {
      case QUEUE -> queue;
      case BEHIND -> queue.isPresent() ? Optional.empty() : function;
      case FUNCTION, CONSUMER -> function;
    };
  }

  /** Returns whether it is a state, rather than a number of occurrences. */
  boolean isState() {
    return scope == Scope.QUEUE || scope == Scope.BEHIND;
  }
}
