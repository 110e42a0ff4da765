package dev.effectivelyonce.simulation.store;

import dev.effectivelyonce.simulation.history.Words;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * A connection from a process to the server: each request is sent once, and one without an answer
 * ends the connection.
 */
final class PostgresConnection {
  /** What is asked at the server. */
  @FunctionalInterface
  private interface Work<T> {
    T get() throws SQLException;
  }

  /** What came of it. */
  private record Outcome<T>(Optional<T> answer, Optional<SQLException> fault) {}

  private static final String UNANSWERED = "08006";
  private static final String NOT_LOCKED = "55P03";
  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(1);

  private final PostgresServer server;
  private final Optional<SimulatedStore> way;
  private final PostgresSession session;
  private boolean isAutoCommit = true;
  private boolean isLost;

  /** From someone who is there. */
  PostgresConnection(PostgresServer server) {
    this(server, Optional.empty(), List.of());
  }

  PostgresConnection(PostgresServer server, SimulatedStore way, List<Asked> asked) {
    this(server, Optional.of(way), asked);
  }

  private PostgresConnection(
      PostgresServer server, Optional<SimulatedStore> way, List<Asked> asked) {
    this.server = server;
    this.way = way;
    this.session = server.begin(asked, () -> way.filter(it -> !it.process().isAlive()).isEmpty());
  }

  boolean isAutoCommit() {
    return isAutoCommit;
  }

  /** As JDBC has it, a transaction that is open is committed. */
  void setAutoCommit(boolean autoCommit) throws SQLException {
    if (autoCommit && !isAutoCommit && !isLost) {
      session.commit();
    }
    isAutoCommit = autoCommit;
  }

  /** Runs statements that go together. */
  List<PostgresSession.Answer> run(List<SqlRows> statements) throws SQLException {
    List<PostgresSession.Answer> answers = new ArrayList<>();
    List<SqlRows> left = new ArrayList<>(statements);
    boolean alone = isAutoCommit;
    boolean isDone =
        asked(
            Words.of(statements.stream().map(it -> verb(it)).toList()),
            () -> ran(left, answers, alone));
    Instant until = server.scheduler().now().plus(LOCK_TIMEOUT);
    while (!isDone) {
      waitForRow(until);
      isDone = ran(left, answers, alone);
    }
    return answers;
  }

  private static String verb(SqlRows statement) {
    return statement.text().split(" ", 2)[0];
  }

  /** Returns whether all were run; if not, the next one waits for a row. */
  private boolean ran(List<SqlRows> left, List<PostgresSession.Answer> answers, boolean alone)
      throws SQLException {
    while (!left.isEmpty()) {
      Optional<PostgresSession.Answer> answer = failing(() -> session.run(left.getFirst()), alone);
      if (answer.isEmpty()) {
        return false;
      }
      answers.add(answer.get());
      left.removeFirst();
    }
    if (alone) {
      session.commit();
    }
    return true;
  }

  private <T> T failing(Work<T> work, boolean alone) throws SQLException {
    try {
      return work.get();
    } catch (SQLException e) {
      session.fail();
      if (alone) {
        session.rollBack();
      }
      throw e;
    }
  }

  private void waitForRow(Instant until) throws SQLException {
    if (way.isEmpty() || !server.scheduler().now().isBefore(until)) {
      session.fail();
      throw new SQLException("simulated", NOT_LOCKED);
    }
    server.table().waits();
    Thread waiting = Thread.currentThread();
    boolean[] isFree = {false};
    server.waits(
        () -> {
          isFree[0] = true;
          LockSupport.unpark(waiting);
        });
    boolean ignored = server.scheduler().await(() -> isFree[0], until);
  }

  void commit() throws SQLException {
    boolean[] isDone = {false};
    try {
      boolean ignored =
          asked(
              Words.of("COMMIT"),
              () -> {
                session.commit();
                isDone[0] = true;
                return true;
              });
    } finally {
      if (isLost && isDone[0]) {
        server.table().notHeardOf();
      }
    }
  }

  void rollback() throws SQLException {
    if (isLost) {
      throw new SQLException("simulated", UNANSWERED);
    }
    session.rollBack();
  }

  void close() {
    if (!isLost) {
      session.die();
    }
  }

  private <T> T asked(Words what, Work<T> work) throws SQLException {
    if (isLost) {
      throw new SQLException("simulated", UNANSWERED);
    }
    if (way.isEmpty()) {
      return work.get();
    }
    try {
      Outcome<T> outcome = way.get().once(what, () -> arrived(work));
      if (outcome.fault().isPresent()) {
        throw outcome.fault().get();
      }
      return outcome.answer().orElseThrow();
    } catch (Network.Unanswered e) {
      isLost = true;
      server.lost(session);
      throw new SQLException("simulated", UNANSWERED, e);
    }
  }

  private <T> Outcome<T> arrived(Work<T> work) {
    try {
      server.disturb(session);
      return new Outcome<>(Optional.of(work.get()), Optional.empty());
    } catch (SQLException e) {
      return new Outcome<>(Optional.empty(), Optional.of(e));
    }
  }
}
