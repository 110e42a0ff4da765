package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.record.ErrorSummary;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.BaseStream;
import java.util.stream.Stream;

/**
 * Finds, in what a handler returns, work that goes on elsewhere or has not begun. An event with
 * such a value would be done before its work is.
 */
final class PendingWork {
  /** How deep a value is searched; also ends the search of one that contains itself. */
  private static final int DEPTH = 4;

  private PendingWork() {}

  /**
   * Returns why a value can't end an event; empty if no work of it is pending. A value that can't
   * be searched counts as one without.
   */
  static Optional<ErrorSummary> in(Object value) {
    try {
      return pending(value, DEPTH)
          .findFirst()
          .map(
              work ->
                  ErrorSummary.refused(
                      "The handler returned a %s, whose work may not be over: wait for it in the"
                              .formatted(work.getClass().getName())
                          + " handler, such as by join(), and return its result"));
    } catch (Throwable unsearchable) {
      // Errors too: a user's collection must not leave the event without an end.
      return Optional.empty();
    }
  }

  private static Stream<Object> pending(Object value, int depth) {
    if (isPending(value)) {
      return Stream.of(value);
    }
    return depth == 0 ? Stream.empty() : parts(value).flatMap(part -> pending(part, depth - 1));
  }

  private static boolean isPending(Object value) {
    return value instanceof Future
        || value instanceof CompletionStage
        || value instanceof Flow.Publisher
        || value instanceof BaseStream;
  }

  private static Stream<?> parts(Object value) {
    Stream<?> all =
        switch (value) {
          case Optional<?> optional -> optional.stream();
          case Collection<?> collection -> collection.stream();
          case Map<?, ?> map -> map.values().stream();
          case Object[] array -> Arrays.stream(array);
          default -> Stream.empty();
        };
    return all.filter(Objects::nonNull);
  }
}
