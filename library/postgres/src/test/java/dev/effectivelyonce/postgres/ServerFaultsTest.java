package dev.effectivelyonce.postgres;

import static dev.effectivelyonce.core.store.StoreException.Kind.DENIED;
import static dev.effectivelyonce.core.store.StoreException.Kind.MISCONFIGURED;
import static dev.effectivelyonce.core.store.StoreException.Kind.THROTTLED;
import static dev.effectivelyonce.core.store.StoreException.Kind.UNREACHABLE;
import static dev.effectivelyonce.postgres.Samples.assertCommitted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Provokes each class of fault on a real server. */
class ServerFaultsTest {
  private final DataSource source = LocalPostgres.emptied();
  private final PostgresStore store = new PostgresStore(source);

  @BeforeEach
  void makeRole() {
    dropRole();
    LocalPostgres.run(source, "CREATE ROLE guest LOGIN");
    Counters.empty(source);
  }

  @AfterEach
  void dropRole() {
    LocalPostgres.run(source, "DROP TABLE IF EXISTS ledger; DROP ROLE IF EXISTS guest");
  }

  @Test
  void nobodyListens() {
    PGSimpleDataSource nowhere = new PGSimpleDataSource();
    nowhere.setPortNumbers(new int[] {1});

    assertThat(fault(nowhere)).isEqualTo(UNREACHABLE);
  }

  @Test
  void theConnectionWasCutAndTheNextCallHasAnother() {
    try (HikariDataSource pool = LocalPostgres.pool(as("postgres"), 1)) {
      PostgresStore cut = new PostgresStore(pool);
      SqlWork suicide =
          SqlWork.statement("SELECT pg_terminate_backend(pg_backend_pid())")
              .then(Counters.raise("x"));
      IdempotencyRecord mine = Samples.claimed(cut, "order-1");

      assertThat(Samples.fault(() -> Samples.complete(cut, mine, suicide))).isEqualTo(UNREACHABLE);

      assertThat(cut.find(mine.id())).contains(mine);
      assertThat(Counters.count(source, "x")).isZero();
    }
  }

  @Test
  void theRoleOrTheDatabaseDoesNotExist() {
    assertThat(fault(as("nobody"))).isEqualTo(DENIED);
    assertThat(fault(LocalPostgres.server().getDatabase("postgres", "nothing")))
        .isEqualTo(MISCONFIGURED);
  }

  @Test
  void theRoleHasNoRightNoTablesAndNoConnection() {
    assertThat(fault(as("guest"))).isEqualTo(DENIED);
    LocalPostgres.run(source, "ALTER ROLE guest SET search_path = pg_catalog");
    assertThat(fault(as("guest"))).isEqualTo(MISCONFIGURED);
    LocalPostgres.run(source, "ALTER ROLE guest CONNECTION LIMIT 0");
    assertThat(fault(as("guest"))).isEqualTo(THROTTLED);
  }

  @Test
  void theServerIsReadOnly() {
    LocalPostgres.run(
        source,
        "ALTER ROLE guest SET default_transaction_read_only = on;"
            + " GRANT ALL ON effectively_once_record TO guest");

    try {
      StoreException fault =
          caught(() -> new PostgresStore(as("guest")).claim(Samples.claim("k", "a")));

      assertThat(fault.kind()).isEqualTo(UNREACHABLE);
      assertThat(fault.text()).contains("read-only").contains("25006");
    } finally {
      LocalPostgres.run(source, "DROP OWNED BY guest");
    }
  }

  @Test
  void thePoolIsExhausted() throws SQLException {
    HikariConfig settings = LocalPostgres.settings(as("postgres"), 1);
    settings.setConnectionTimeout(250);
    try (HikariDataSource pool = new HikariDataSource(settings)) {
      try (Connection kept = pool.getConnection()) {
        StoreException fault = caught(() -> new PostgresStore(pool).find(Samples.id("order-1")));

        assertThat(kept.isClosed()).isFalse();
        assertThat(fault.kind()).isEqualTo(THROTTLED);
        assertThat(fault.text()).contains("pool");
      }
    }
  }

  @Test
  void thePoolIsClosed() {
    HikariDataSource pool = LocalPostgres.pool(as("postgres"), 1);
    pool.close();

    assertThat(fault(pool)).isEqualTo(UNREACHABLE);
  }

  @Test
  void aRowIsLockedUntilAfterTheDeadlineOfAWriteAndOfATransaction() throws SQLException {
    IdempotencyRecord mine = Samples.claimed(store, "order-1");

    try (Connection rival = source.getConnection();
        Statement lock = rival.createStatement()) {
      rival.setAutoCommit(false);
      lock.execute("SELECT id FROM effectively_once_record FOR UPDATE");

      assertThat(Samples.fault(() -> hurried().complete(mine, Samples.RESULT, Samples.stamp())))
          .isEqualTo(THROTTLED);
      assertThat(Samples.fault(() -> Samples.complete(hurried(), mine, Counters.raise("x"))))
          .isEqualTo(THROTTLED);
      rival.rollback();
    }
    assertThat(store.find(mine.id())).contains(mine);
    assertThat(Counters.count(source, "x")).isZero();
  }

  private IdempotencyStore hurried() {
    return store.withDeadline(Samples.now().plus(Duration.ofSeconds(3)));
  }

  @Test
  void twoWorksWaitForEachOther() throws Exception {
    CyclicBarrier both = new CyclicBarrier(2);
    Counters.raiseNow(source, "x");
    Counters.raiseNow(source, "y");
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      List<Future<String>> answers =
          Stream.of(List.of("x", "y"), List.of("y", "x"))
              .map(order -> threads.submit(() -> crossing(order, both)))
              .toList();

      assertThat(
              answers.get(0).get(60, TimeUnit.SECONDS) + answers.get(1).get(60, TimeUnit.SECONDS))
          .isIn("THROTTLEDCommitted", "CommittedTHROTTLED");
    }
  }

  private String crossing(List<String> order, CyclicBarrier both) {
    IdempotencyRecord mine = Samples.claimed(store, "order-" + order);
    SqlWork work =
        Counters.raise(order.getFirst())
            .then(SqlWork.run(connection -> both.await(60, TimeUnit.SECONDS)))
            .then(Counters.raise(order.getLast()));
    try {
      return Samples.complete(store, mine, work).getClass().getSimpleName();
    } catch (StoreException e) {
      return e.kind().name();
    }
  }

  @Test
  void twoSerializableTransactionsThatMeetAreTriedAgain() {
    LocalPostgres.run(source, "ALTER ROLE guest SET default_transaction_isolation = serializable");
    LocalPostgres.run(source, "GRANT ALL ON effectively_once_record, counter TO guest");
    try {
      PostgresStore strict = new PostgresStore(as("guest"));
      IdempotencyRecord mine = Samples.claimed(strict, "order-1");
      Counters.raiseNow(source, "x");
      SqlWork meeting =
          SqlWork.statement("SELECT times FROM counter")
              .then(SqlWork.run(connection -> Counters.raiseNow(source, "x")))
              .then(Counters.raise("x"));

      assertThat(Samples.fault(() -> Samples.complete(strict, mine, meeting))).isEqualTo(THROTTLED);

      assertCommitted(Samples.complete(strict, mine, Counters.raise("x")));
      assertThat(Counters.count(source, "x")).isEqualTo(3);
    } finally {
      LocalPostgres.run(source, "DROP OWNED BY guest");
    }
  }

  /** The transaction has failed then, so it was not the handler's own code that made it up. */
  @Test
  void whatTheServerSaysToAWorkIsTheDatabasesFault() {
    Map.of(
            "DO 'BEGIN RAISE EXCEPTION USING ERRCODE = ''40001''; END'", THROTTLED,
            "SET LOCAL statement_timeout = 1; SELECT pg_sleep(60)", THROTTLED,
            "DO 'BEGIN RAISE EXCEPTION USING ERRCODE = ''55P03''; END'", THROTTLED,
            "DO 'BEGIN RAISE EXCEPTION USING ERRCODE = ''XX000''; END'", UNREACHABLE)
        .forEach(
            (sql, kind) -> {
              SqlWork work = SqlWork.statement(sql);
              IdempotencyRecord mine = Samples.claimed(store, sql);
              assertThat(Samples.fault(() -> Samples.complete(store, mine, work)))
                  .as(sql)
                  .isEqualTo(kind);
            });
  }

  @Test
  void aMeetingIsTheDatabasesFaultAlsoBehindASavepoint() {
    IdempotencyRecord mine = Samples.claimed(store, "order-1");
    SqlWork meeting =
        SqlWork.run(
            connection -> {
              Savepoint before = connection.setSavepoint();
              connection.rollback(before);
              throw new SQLException("x", "40P01");
            });

    assertThat(Samples.fault(() -> Samples.complete(store, mine, meeting))).isEqualTo(THROTTLED);
  }

  @Test
  void whatAWorkThrowsOverACutConnectionIsTheDatabasesFault() {
    try (HikariDataSource pool = LocalPostgres.pool(as("postgres"), 1)) {
      PostgresStore cut = new PostgresStore(pool);
      IdempotencyRecord mine = Samples.claimed(cut, "order-1");
      SqlWork hiding =
          SqlWork.run(
              connection -> {
                try (Statement suicide = connection.createStatement()) {
                  suicide.execute("SELECT pg_terminate_backend(pg_backend_pid())");
                } catch (SQLException e) {
                  throw new SQLException("Something went wrong");
                }
              });

      assertThat(Samples.fault(() -> Samples.complete(cut, mine, hiding))).isEqualTo(UNREACHABLE);
    }
  }

  @Test
  void aWorkThatGoesOnAfterItsErrorAndFailsByItselfIsTriedAgain() {
    IdempotencyRecord mine = Samples.claimed(store, "order-1");
    SqlWork failing =
        SqlWork.run(
            connection -> {
              try (Statement wrong = connection.createStatement()) {
                wrong.execute("SELECT 1 FROM nowhere");
              } catch (SQLException e) {
                throw new SQLException("The call to the shop failed", "08006");
              }
            });

    assertThat(Samples.complete(store, mine, failing).toString())
        .contains("Retry", "java.sql.SQLException");
  }

  private static DataSource as(String role) {
    return LocalPostgres.server().getDatabase(role, "postgres");
  }

  private static StoreException.Kind fault(DataSource source) {
    return Samples.fault(() -> new PostgresStore(source).find(Samples.id("order-1")));
  }

  private static StoreException caught(Runnable call) {
    return catchThrowableOfType(StoreException.class, call::run);
  }
}
