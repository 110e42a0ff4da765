package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A user's DataSource. Every connection goes back as it came, whatever happened, and what fails is
 * a fault of the store.
 */
record Database(DataSource source, TimeLimit limit, Home home) {
  private static final Logger LOG = LoggerFactory.getLogger(PostgresStore.class);

  /** Work on a connection. */
  @FunctionalInterface
  interface Work<T> {
    T on(Session session) throws SQLException;
  }

  private interface Step {
    void run() throws SQLException;
  }

  Database(DataSource source, TimeLimit limit) {
    this(source, limit, new Home());
  }

  Database withDeadline(Instant deadline) {
    return new Database(source, limit.until(deadline), home);
  }

  /** Does the work, each statement in a transaction of its own. */
  <T> T statements(Work<T> work) {
    return with(true, work);
  }

  /** Does the work in one transaction, which is rolled back unless the work commits it. */
  <T> T transaction(Work<T> work) {
    return with(false, work);
  }

  /** Does the work in the transaction of a connection that is the caller's. */
  <T> T joined(Connection connection, Work<T> work) {
    try {
      return work.on(new Session(connection, home, limit, List.of()));
    } catch (SQLException e) {
      throw SqlFaults.translate(e);
    }
  }

  private <T> T with(boolean autoCommit, Work<T> work) {
    Connection connection = connection();
    try {
      boolean was = connection.getAutoCommit();
      Optional<Integer> timeout = bounded(connection);
      try {
        home.find(connection, limit);
        connection.setAutoCommit(autoCommit);
        List<Sql> first = autoCommit ? List.of() : limit.ofTransaction();
        Session session = new Session(connection, home, limit, first);
        return autoCommit ? work.on(session) : rolledBackUnlessCommitted(connection, session, work);
      } finally {
        quietly(() -> connection.setAutoCommit(was));
        timeout.ifPresent(it -> quietly(() -> connection.setNetworkTimeout(Runnable::run, it)));
      }
    } catch (SQLException e) {
      throw SqlFaults.translate(e);
    } finally {
      quietly(connection::close);
    }
  }

  private static <T> T rolledBackUnlessCommitted(
      Connection connection, Session session, Work<T> work) throws SQLException {
    try {
      return work.on(session);
    } finally {
      rollBack(connection);
    }
  }

  /** Rolls back what is left, or throws the connection away: to set its mode would commit. */
  private static void rollBack(Connection connection) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      LOG.debug("A transaction could not be rolled back, and its connection is aborted", e);
      quietly(() -> connection.abort(Runnable::run));
    }
  }

  private Connection connection() {
    try {
      Optional<Duration> left = limit.left();
      return left.isPresent()
          ? new LateConnection(source).within(left.get())
          : source.getConnection();
    } catch (SQLException e) {
      throw SqlFaults.translate(e);
    } catch (RuntimeException e) {
      throw new StoreException(
          StoreException.Kind.UNREACHABLE,
          "The DataSource gave no connection (" + e.getClass().getSimpleName() + ")",
          "Check the settings of the pool, and whether it was closed",
          e);
    }
  }

  /** Bounds how long the socket is read; returns the bound that it had, if that was changed. */
  private Optional<Integer> bounded(Connection connection) throws SQLException {
    Optional<Duration> left = limit.left();
    if (left.isEmpty()) {
      return Optional.empty();
    }
    int was = connection.getNetworkTimeout();
    int millis = (int) left.get().toMillis();
    if (was > 0 && was <= millis) {
      return Optional.empty();
    }
    connection.setNetworkTimeout(Runnable::run, millis);
    return Optional.of(was);
  }

  /**
   * Runs what may fail without changing the outcome: a connection that is broken is thrown away.
   */
  private static void quietly(Step step) {
    try {
      step.run();
    } catch (SQLException e) {
      LOG.debug("A connection could not be given back as it came", e);
    }
  }
}
