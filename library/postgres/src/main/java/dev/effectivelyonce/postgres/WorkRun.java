package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.HandlerResult.NotDone;
import dev.effectivelyonce.core.record.ErrorSummary;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out the work of a handler in a transaction that is open. What goes wrong leaves nothing
 * behind, so each fault is a known outcome, unless it is the database's.
 */
final class WorkRun {
  private static final Logger LOG = LoggerFactory.getLogger(PostgresStore.class);

  private final SqlWork work;

  WorkRun(SqlWork work) {
    this.work = work;
  }

  /**
   * Returns the outcome if the work is not to happen.
   *
   * @throws SQLException if the database can't be used; the same work may succeed later
   */
  Optional<NotDone> refusal(Connection connection) throws SQLException {
    WorkConnection watched = new WorkConnection(connection);
    for (SqlWork.Part part : work.parts()) {
      Optional<NotDone> refused = refusal(part, watched);
      if (refused.isPresent()) {
        return refused;
      }
    }
    return Optional.empty();
  }

  private static Optional<NotDone> refusal(SqlWork.Part part, WorkConnection connection)
      throws SQLException {
    try {
      Object value = part.code().on(connection.shown());
      if (connection.refusal().isEmpty()) {
        return value instanceof NotDone refused
            ? Optional.of(part.declared().filter(it -> part.isStatement()).orElse(refused))
            : Optional.empty();
      }
    } catch (SQLException e) {
      if (connection.refusal().isEmpty()) {
        return Optional.of(outcome(e, part.declared()));
      }
    } catch (Exception | StackOverflowError | AssertionError e) {
      if (connection.refusal().isEmpty()) {
        return Optional.of(HandlerResult.retry(ErrorSummary.of(e).text()));
      }
    }
    return connection.refusal().map(WorkRun::mistake);
  }

  /**
   * Returns the outcome of an error for which everything was rolled back.
   *
   * @throws SQLException the same, if it is the database's fault
   */
  static NotDone outcome(SQLException e, Optional<NotDone> declared) throws SQLException {
    String state = SqlFaults.state(e).orElse("");
    if (state.startsWith("22") || state.startsWith("23")) {
      return declared.orElseGet(
          () ->
              mistake(
                  "A statement of the handler breaks a constraint or has a value that is refused"
                      + " (SQLSTATE "
                      + state
                      + ")"));
    }
    if (state.equals("25P02")) {
      return mistake(
          "The handler's work went on after an error, which a savepoint alone allows (25P02)");
    }
    if (SqlFaults.translate(e).isTransient()) {
      throw e;
    }
    LOG.warn("The database refuses the work of a handler (SQLSTATE {})", state);
    return HandlerResult.retry(
        "The database refuses the handler's work (SQLSTATE %s): check its tables and rights"
            .formatted(state));
  }

  private static NotDone mistake(String problem) {
    return HandlerResult.fail(ErrorSummary.refused(problem).text());
  }
}
