package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.Causes;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.record.ErrorSummary;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out the work of a handler in a transaction that is open. What goes wrong leaves nothing
 * behind, so each fault is a known outcome, unless it is the database's.
 */
final class WorkRun {
  private static final Logger LOG = LoggerFactory.getLogger(PostgresStore.class);

  /** The SQLSTATE of {@code RAISE EXCEPTION}, by which triggers and functions refuse a row. */
  private static final String RAISED = "P0001";

  /** The SQLSTATE of each statement after an error. */
  private static final String FAILED = "25P02";

  /** The SQLSTATE of a write that the work forbade: its record was written before. */
  private static final String READ_ONLY = "25006";

  private final SqlWork work;

  WorkRun(SqlWork work) {
    this.work = work;
  }

  /**
   * The end of a work.
   *
   * @param refusal the outcome if nothing is to happen
   * @param yielded the value of the last part that has one
   */
  record Ran(Optional<Unsuccessful> refusal, Optional<Object> yielded) {
    static Ran refused(Unsuccessful outcome) {
      return new Ran(Optional.of(outcome), Optional.empty());
    }
  }

  /**
   * Does the work.
   *
   * @throws SQLException if the database can't be used; the same work may succeed later
   */
  Ran on(Session session) throws SQLException {
    WorkConnection watched = new WorkConnection(session.connection());
    Optional<Object> yielded = Optional.empty();
    for (SqlWork.Part part : work.parts()) {
      Ran ran = ran(part, watched, session);
      if (ran.refusal().isPresent()) {
        return ran;
      }
      yielded = part.yields() ? ran.yielded() : yielded;
    }
    return new Ran(leaveMessages(session, yielded), yielded);
  }

  /**
   * Writes the messages after all else: a work that waited for a row of another one gets its place
   * behind it. Returns the outcome if they can't be left.
   */
  private Optional<Unsuccessful> leaveMessages(Session session, Optional<Object> yielded)
      throws SQLException {
    List<OutboxMessage> all = new ArrayList<>();
    try {
      for (LeftMessages left : work.messages()) {
        all.addAll(work.runner().run(() -> left.of(yielded)));
      }
    } catch (Throwable e) {
      FatalProcessError.throwIfShownBy(e);
      return Optional.of(HandlerResult.retry(ErrorSummary.of(e).text()));
    }
    Optional<Unsuccessful> refusal = LeftMessages.refusal(all).map(WorkRun::mistake);
    if (work.mayLeaveRole()) {
      session.first(Role.TAKEN_BACK);
    }
    if (refusal.isPresent() || all.isEmpty()) {
      return refusal;
    }
    try {
      int ignored = session.update(OutboxRow.insert(all));
      return Optional.empty();
    } catch (SQLException e) {
      return Optional.of(outcome(e, Optional.empty()));
    }
  }

  /**
   * Asks whether the transaction still is the one of the record's write, and whole. Code may have
   * caught an error, after which PostgreSQL answers a COMMIT by a rollback, and the driver is
   * silent about it. Statements alone can't.
   */
  Optional<Unsuccessful> broken(Session session, Savepoint savepoint) throws SQLException {
    if (work.parts().stream().allMatch(SqlWork.Part::isStatement)) {
      return Optional.empty();
    }
    try {
      int ignored = session.update(savepoint.setAnew());
      return Optional.empty();
    } catch (SQLException e) {
      return Optional.of(outcome(e, Optional.empty()));
    }
  }

  private Ran ran(SqlWork.Part part, WorkConnection connection, Session session)
      throws SQLException {
    try {
      Object value = work.runner().<@Nullable Object>run(() -> part.code().on(connection.shown()));
      if (connection.refusal().isEmpty()) {
        return value instanceof Unsuccessful refused
            ? Ran.refused(part.declared().filter(it -> part.isStatement()).orElse(refused))
            : new Ran(Optional.empty(), Optional.ofNullable(value));
      }
    } catch (Throwable e) {
      FatalProcessError.throwIfShownBy(e);
      if (connection.refusal().isEmpty()) {
        return Ran.refused(outcome(e, part.declared(), session));
      }
    }
    return new Ran(connection.refusal().map(WorkRun::mistake), Optional.empty());
  }

  /** Returns the outcome of what frameworks throw: that of the error of SQL behind it, if any. */
  private static Unsuccessful outcome(Throwable e, Optional<Unsuccessful> declared, Session session)
      throws SQLException {
    Optional<SQLException> sql =
        Causes.of(e)
            .filter(SQLException.class::isInstance)
            .map(SQLException.class::cast)
            .findFirst();
    return sql.isPresent() && !isOwn(sql.get(), session)
        ? outcome(sql.get(), declared)
        : HandlerResult.retry(ErrorSummary.of(e).text());
  }

  /**
   * Returns whether what reads like an outage is of the handler's own code: it may call other
   * systems, and throw what it likes. After an error of this server the transaction has failed, and
   * after one of the connection nothing is answered. Two works that met stay so, since the handler
   * may have gone back to a savepoint.
   */
  private static boolean isOwn(SQLException e, Session session) {
    String state = SqlFaults.state(e).orElse("");
    if (state.startsWith("40") || state.equals(FAILED) || !SqlFaults.translate(e).isTransient()) {
      return false;
    }
    try {
      int ignored = session.update(Sql.of("SELECT 1"));
      return true;
    } catch (SQLException answer) {
      boolean isConnected = SqlFaults.state(answer).filter(FAILED::equals).isPresent();
      return isConnected && (state.isEmpty() || state.startsWith("08") || state.equals(READ_ONLY));
    }
  }

  /**
   * Returns the outcome of an error for which everything was rolled back.
   *
   * @throws SQLException the same, if it is the database's fault
   */
  static Unsuccessful outcome(SQLException e, Optional<Unsuccessful> declared) throws SQLException {
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
    if (state.equals(RAISED)) {
      return declared.orElseGet(
          () -> HandlerResult.retry("Code in the database raised an exception (" + RAISED + ")"));
    }
    if (state.equals(FAILED)) {
      return mistake("The handler's work went on after an error without a savepoint (25P02)");
    }
    if (isEnded(e)) {
      return mistake(
          "The handler's work ended the transaction of its record, or named a savepoint that it"
              + " had not set ("
              + state
              + ")");
    }
    if (state.equals(READ_ONLY)) {
      return denied(state);
    }
    if (SqlFaults.translate(e).isTransient()) {
      throw e;
    }
    return denied(state);
  }

  private static Unsuccessful denied(String state) {
    LOG.warn("The database refuses the work of a handler (SQLSTATE {})", state);
    return HandlerResult.retry(
        "The database refuses the handler's work (SQLSTATE %s): check its tables and rights, and"
                .formatted(state)
            + " the role under which it leaves the transaction");
  }

  /** Returns whether an error says that the transaction or the savepoint is gone. */
  static boolean isEnded(SQLException e) {
    return SqlFaults.state(e).filter(it -> it.equals("3B001") || it.equals("25P01")).isPresent();
  }

  private static Unsuccessful mistake(String problem) {
    return HandlerResult.fail(ErrorSummary.refused(problem).text());
  }
}
