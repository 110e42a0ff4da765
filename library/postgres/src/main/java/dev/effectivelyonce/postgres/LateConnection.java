package dev.effectivelyonce.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits for a connection no longer than the caller can, whatever the pool's own bound is. */
final class LateConnection {
  private static final Logger LOG = LoggerFactory.getLogger(PostgresStore.class);

  private final FutureTask<Connection> given;

  LateConnection(DataSource source) {
    this.given = new FutureTask<>(source::getConnection);
  }

  /**
   * Returns the connection. One that comes later is given back at once.
   *
   * @throws SQLException if there is none in time, or the DataSource fails
   */
  Connection within(Duration left) throws SQLException {
    Thread ignored = Thread.ofVirtual().start(given);
    try {
      return given.get(left.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      giveBackLater();
      throw new SQLTransientConnectionException("No connection came before the deadline", e);
    } catch (InterruptedException e) {
      giveBackLater();
      Thread.currentThread().interrupt();
      throw new SQLException("The thread was interrupted while it waited for a connection", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof SQLException fault
          ? fault
          : new SQLException("The DataSource failed", e.getCause());
    }
  }

  private void giveBackLater() {
    Thread ignored = Thread.ofVirtual().start(this::giveBack);
  }

  private void giveBack() {
    try {
      given.get().close();
    } catch (SQLException | ExecutionException | InterruptedException e) {
      LOG.debug("A connection that came too late could not be given back", e);
    }
  }
}
