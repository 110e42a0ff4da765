package dev.effectivelyonce.postgres;

import static dev.effectivelyonce.core.store.StoreException.Kind.DENIED;
import static dev.effectivelyonce.core.store.StoreException.Kind.MISCONFIGURED;
import static dev.effectivelyonce.core.store.StoreException.Kind.THROTTLED;
import static dev.effectivelyonce.core.store.StoreException.Kind.UNREACHABLE;

import dev.effectivelyonce.core.Causes;
import dev.effectivelyonce.core.store.StoreException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Optional;

/** Translates what PostgreSQL, its driver or a pool says to faults of the store. */
final class SqlFaults {
  /**
   * The fault of a class of SQLSTATEs.
   *
   * @param prefix of the SQLSTATEs
   */
  record Fault(String prefix, StoreException.Kind kind, String problem, String remedy) {}

  private static final String AGAIN = "Try again; if it lasts, ";
  private static final String LOST_STATEMENT = "A prepared statement is another session's";
  private static final String NAME_NONE =
      "Set prepareThreshold=0 in the driver: a proxy gives each transaction another session";

  /** The fault of a pool that has no connection to give in time. */
  static final Fault EXHAUSTED =
      new Fault(
          "",
          THROTTLED,
          "The pool gave no connection in time",
          "Make it as large as the handlers that run at once, and look for handlers that keep one");

  private static final Fault UNANSWERED =
      new Fault(
          "",
          UNREACHABLE,
          "The database gave no usable answer",
          AGAIN + "check the network, the endpoint and the server");

  private static final Fault REFUSED =
      new Fault(
          "",
          MISCONFIGURED,
          "The database refuses a statement of this library",
          "Look up its SQLSTATE; check that the tables are those of this release");

  /** The faults by SQLSTATE, the longer prefix before the shorter. */
  static final List<Fault> BY_STATE =
      List.of(
          new Fault(
              "08",
              UNREACHABLE,
              "The connection to the database failed",
              AGAIN + "check the network, the endpoint and the server"),
          new Fault(
              "25006",
              UNREACHABLE,
              "The database is read-only",
              "Connect to the writer's endpoint; after a failover, let the pool drop connections"),
          new Fault(
              "25P02",
              UNREACHABLE,
              "The transaction had failed before",
              AGAIN + "look for the first error of this transaction in the server's log"),
          new Fault(
              "25P03",
              THROTTLED,
              "A transaction was idle for too long",
              AGAIN + "look for works that compute or wait, and at the role's timeouts"),
          new Fault(
              "25P04",
              THROTTLED,
              "A transaction took too long",
              AGAIN + "look for works that compute or wait, and at the role's timeouts"),
          new Fault("26000", MISCONFIGURED, LOST_STATEMENT, NAME_NONE),
          new Fault(
              "28",
              DENIED,
              "The database refuses the login",
              "Correct the user, the password or the token; after a rotation, renew the pool's"),
          new Fault(
              "3D000",
              MISCONFIGURED,
              "The database named does not exist",
              "Correct the name in the DataSource"),
          new Fault(
              "40003",
              UNREACHABLE,
              "The database does not know whether a statement was completed",
              AGAIN + "look into the server's log"),
          new Fault(
              "40",
              THROTTLED,
              "A write met another",
              AGAIN + "look for long transactions, and for effects in changing order"),
          new Fault(
              "42501",
              DENIED,
              "The database denies a statement of this library",
              "Grant SELECT, INSERT, UPDATE and DELETE on its tables to this role"),
          new Fault(
              "42P01",
              MISCONFIGURED,
              "A table of this library is missing",
              "Run the SQL files of this library, and check the role's search_path"),
          new Fault(
              "42703",
              MISCONFIGURED,
              "A column of this library's tables is missing",
              "Migrate the tables to the version of this release"),
          new Fault("42P05", MISCONFIGURED, LOST_STATEMENT, NAME_NONE),
          new Fault(
              "53",
              THROTTLED,
              "The database has no room for more work",
              AGAIN + "lower the concurrency, use a pool or a proxy, or enlarge the server"),
          new Fault(
              "55P03",
              THROTTLED,
              "A row was locked for too long",
              AGAIN + "look for transactions that are left open on these rows"),
          new Fault(
              "57014",
              THROTTLED,
              "A statement took too long and was cancelled",
              AGAIN + "look for locks, and for transactions that are left open"),
          new Fault(
              "57", UNREACHABLE, "The server is shutting down or starting", AGAIN + "look at it"),
          new Fault("58", UNREACHABLE, "The server has a fault", AGAIN + "look into its log"),
          new Fault("XX", UNREACHABLE, "The server has a fault", AGAIN + "look into its log"));

  private SqlFaults() {}

  /** Returns the fault. Its text holds no message of the server, which may quote a row. */
  static StoreException translate(SQLException e) {
    Optional<String> state = state(e);
    Fault fault = state.map(SqlFaults::fault).orElseGet(() -> stateless(e));
    String shown = state.map(it -> "SQLSTATE " + it).orElse(e.getClass().getSimpleName());
    return new StoreException(
        fault.kind(), "%s (%s)".formatted(fault.problem(), shown), fault.remedy(), e);
  }

  /** Returns the SQLSTATE of an exception or of its cause, where one has it. */
  static Optional<String> state(SQLException e) {
    return Causes.of(e)
        .takeWhile(SQLException.class::isInstance)
        .map(SQLException.class::cast)
        .flatMap(it -> told(it).stream())
        .filter(it -> !it.isBlank())
        .findFirst();
  }

  /** Returns what an error tells of itself; its own code may throw instead. */
  private static Optional<String> told(SQLException e) {
    try {
      return Optional.ofNullable(e.getSQLState());
    } catch (Throwable untold) {
      return Optional.empty();
    }
  }

  static Fault fault(String state) {
    return BY_STATE.stream()
        .filter(it -> state.startsWith(it.prefix()))
        .findFirst()
        .orElse(REFUSED);
  }

  private static Fault stateless(SQLException e) {
    return e instanceof SQLTransientConnectionException || e instanceof SQLTimeoutException
        ? EXHAUSTED
        : UNANSWERED;
  }
}
