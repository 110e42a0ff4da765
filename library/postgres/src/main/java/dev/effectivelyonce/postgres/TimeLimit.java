package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.engine.Platform;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * The time that calls have: that of the DataSource and the server, or less where the invocation
 * ends before. It uses the machine's clock, even if a test gives the engine another.
 *
 * @param deadline when the invocation ends; empty: never
 */
record TimeLimit(Clock clock, Optional<Instant> deadline) {
  private static final Duration SHORTEST = Duration.ofMillis(1);

  /** The server takes no bound of more than 24 days. */
  private static final Duration LONGEST = Duration.ofDays(1);

  static TimeLimit unlimited() {
    return new TimeLimit(Platform.system().clock(), Optional.empty());
  }

  /** Returns a bound of each call by itself, however long the work takes that makes them. */
  static TimeLimit ofEachCall(Duration bound) {
    Clock stopped = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
    return new TimeLimit(stopped, Optional.of(Instant.EPOCH.plus(bound)));
  }

  TimeLimit until(Instant end) {
    return new TimeLimit(clock, Optional.of(end));
  }

  /** Returns the time that is left, a day at most; empty if calls have their usual time. */
  Optional<Duration> left() {
    Instant now = clock.instant();
    Instant latest = now.plus(LONGEST);
    return deadline
        .map(end -> Duration.between(now, end.isBefore(latest) ? end : latest))
        .filter(left -> left.compareTo(SHORTEST) >= 0);
  }

  /**
   * Returns the bounds of a transaction, for the transaction alone: nothing is set for the session,
   * so that a proxy may give its connection to another. A wait for a row ends first, so that its
   * error says so.
   */
  List<Sql> ofTransaction() {
    return left()
        .map(
            left ->
                List.of(
                    Sql.of("SET LOCAL lock_timeout = " + Math.max(1, left.toMillis() * 3 / 4)),
                    Sql.of("SET LOCAL statement_timeout = " + left.toMillis())))
        .orElse(List.of());
  }

  /** Returns the bound of a statement alone, in the whole seconds of JDBC; 0: none. */
  int ofStatementSeconds() {
    return left().map(left -> (int) left.toSeconds()).orElse(0);
  }
}
