package dev.effectivelyonce.postgres;

import static dev.effectivelyonce.postgres.Samples.assertCommitted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.jdbc.PgConnection;

/** What a handler's work may do to the connection of its transaction, and what becomes of it. */
class WorkConnectionTest {
  private final WorkBench bench = new WorkBench();
  private final DataSource source = bench.source();

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void whatIsCaughtWithoutASavepointFailsTheEvent() {
    SqlWork careless =
        Counters.raiseANew("x")
            .then(
                SqlWork.run(
                    connection -> {
                      try {
                        WorkBench.insert(connection, "x");
                      } catch (SQLException ignored) {
                        // It goes on, though PostgreSQL will not.
                      }
                    }));

    assertThat(bench.refusal(careless).toString()).contains("savepoint");
    assertThat(bench.refusal(careless.then(Counters.raise("y"))).toString()).contains("savepoint");
  }

  @Test
  void whatIsCaughtBehindASavepointHarmsNothing() {
    SqlWork careful =
        Counters.raiseANew("x")
            .then(
                SqlWork.run(
                    connection -> {
                      Savepoint before = connection.setSavepoint();
                      try {
                        WorkBench.insert(connection, "x");
                      } catch (SQLException e) {
                        connection.rollback(before);
                      }
                    }));

    assertCommitted(bench.complete(careful));
    assertThat(Counters.count(source, "x")).isEqualTo(1);
  }

  @TestFactory
  Stream<DynamicTest> whatEndsTheTransactionIsRefused() {
    return Map.<String, SqlWork.Action>ofEntries(
            Map.entry("commit()", Connection::commit),
            Map.entry("rollback()", Connection::rollback),
            Map.entry("close()", Connection::close),
            Map.entry("setAutoCommit()", connection -> connection.setAutoCommit(true)),
            Map.entry("abort()", connection -> connection.abort(Runnable::run)),
            Map.entry("COMMIT", connection -> execute(connection, "COMMIT")),
            Map.entry("rollback", connection -> execute(connection, " rollback work")),
            Map.entry("End", connection -> connection.prepareStatement("End").execute()),
            Map.entry("a comment first", connection -> execute(connection, "/* ; */ COMMIT")),
            Map.entry("a line first", connection -> execute(connection, "-- it's\nCOMMIT")),
            Map.entry("after another", connection -> execute(connection, "SELECT 'a;b'; COMMIT")),
            Map.entry("SET", connection -> execute(connection, "SET search_path = pg_catalog")),
            Map.entry("SET ROLE", connection -> execute(connection, "set role postgres")),
            Map.entry("RESET", connection -> execute(connection, "RESET ALL")),
            Map.entry("LISTEN", connection -> execute(connection, "LISTEN orders")),
            Map.entry("PREPARE", connection -> execute(connection, "PREPARE p AS SELECT 1")),
            Map.entry("through its statement", on(it -> it.getConnection().commit())),
            Map.entry(
                "through the rows of its statement",
                on(it -> it.executeQuery("SELECT 1").getStatement().getConnection().commit())),
            Map.entry(
                "through the rows of an array",
                connection -> {
                  Array made = connection.createArrayOf("int4", new Integer[] {1});
                  try (ResultSet rows = made.getResultSet()) {
                    rows.getStatement().getConnection().commit();
                  }
                }),
            Map.entry(
                "through the rows of an array that it read",
                on(
                    it -> {
                      ResultSet read = it.executeQuery("SELECT ARRAY['x']");
                      assertThat(read.next()).isTrue();
                      ResultSet rows = ((Array) read.getObject(1)).getResultSet();
                      rows.getStatement().getConnection().commit();
                    })),
            Map.entry("as what it is already", c -> c.unwrap(Connection.class).commit()),
            Map.entry(
                "through its statement as what that is",
                on(it -> it.unwrap(Statement.class).execute("COMMIT"))),
            Map.entry("through what describes it", c -> c.getMetaData().getConnection().commit()))
        .entrySet()
        .stream()
        .map(it -> DynamicTest.dynamicTest(it.getKey(), () -> assertStoresOwn(it.getValue())));
  }

  /** Whether the work catches the exception makes no difference. */
  private void assertStoresOwn(SqlWork.Action ending) {
    AtomicInteger caught = new AtomicInteger();
    SqlWork.Action quiet =
        connection -> {
          try {
            ending.on(connection);
          } catch (SQLException ignored) {
            caught.incrementAndGet();
          }
        };
    SqlWork.Action wrapping =
        connection -> {
          try {
            ending.on(connection);
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        };
    for (SqlWork.Action action : List.of(ending, quiet, wrapping)) {
      SqlWork work = Counters.raise("x").then(SqlWork.run(action)).then(Counters.raise("y"));

      assertThat(bench.refusal(work).toString()).contains("only the store ends its transaction");
    }
    assertThat(caught).hasValue(1);
  }

  @Test
  void aRollbackToASavepointIsAllowedAsAStatement() {
    SqlWork work =
        SqlWork.statement("SAVEPOINT mine")
            .then(Counters.raise("x"))
            .thenStatement("ROLLBACK TO SAVEPOINT mine");

    assertCommitted(bench.complete(work));
    assertThat(Counters.count(source, "x")).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ROLLBACK TO SAVEPOINT effectively_once",
        "ROLLBACK TO effectively_once; SAVEPOINT effectively_once",
        "RELEASE SAVEPOINT effectively_once; SAVEPOINT effectively_once"
      })
  void noWorkGoesBackBehindTheWriteOfItsRecord(String back) {
    SqlWork byStatement = SqlWork.statement(back).then(Counters.raise("x"));
    SqlWork byCode = SqlWork.run(connection -> execute(connection, back)).then(Counters.raise("x"));

    assertThat(bench.refusal(byStatement).toString()).contains("savepoint");
    assertThat(bench.refusal(byCode).toString()).contains("savepoint");
  }

  @Test
  void aTransactionThatAWorkEndsAndBeginsAnewInADisguiseIsNoticed() {
    SqlWork disguised =
        SqlWork.run(
            connection -> {
              Connection driver = connection.unwrap(PgConnection.class);
              execute(driver, "ROLLBACK");
              execute(driver, "SAVEPOINT effectively_once");
              WorkBench.insert(connection, "x");
            });

    assertThat(bench.refusal(disguised).toString()).contains("ended the transaction of its record");
  }

  @ParameterizedTest
  @CsvSource({"true, 50000, 30000", "false, 0, 30000", "true, 5000, 5000"})
  void aConnectionIsBoundedAndGoesBackAsItCame(boolean autoCommit, int bound, int longest)
      throws SQLException {
    Connection only = LocalPostgres.server().getPostgresDatabase().getConnection();
    only.setAutoCommit(autoCommit);
    only.setNetworkTimeout(Runnable::run, bound);
    AtomicInteger closed = new AtomicInteger();
    List<Integer> bounds = new ArrayList<>();
    PostgresStore ofOne =
        new PostgresStore(
            Intercepted.source(
                () -> only,
                (method, call) -> {
                  if (method.equals("prepareStatement")) {
                    bounds.add(only.getNetworkTimeout());
                  }
                  return method.equals("close") ? closed.incrementAndGet() : call.proceed();
                }));
    Instant deadline = Samples.now().plusSeconds(30);
    IdempotencyStore hurried = ofOne.withDeadline(deadline);

    IdempotencyRecord other = Samples.claimed(hurried, "lone " + autoCommit);
    CommitResult refused = Samples.complete(hurried, other, Counters.noRow());

    assertThat(refused).isInstanceOf(CommitResult.EffectRefused.class);
    assertThat(closed).hasValue(2);
    assertThat(only.getAutoCommit()).isEqualTo(autoCommit);
    assertThat(only.getNetworkTimeout()).isEqualTo(bound);
    assertThat(bounds).isNotEmpty().allMatch(it -> it > 0 && it <= longest);
    only.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT '; COMMIT', $$; ROLLBACK$$, $a$; END$a$ AS \"; ABORT\" /* ; COMMIT */ -- ; COMMIT",
        "SELECT E'it\\'s; COMMIT'; SELECT 'it''s; COMMIT'",
        "SELECT E'a' -- '\n '; COMMIT'; SELECT N'; COMMIT', U&'; COMMIT', B'1', X'1'",
        "SELECT $a$ $b$; COMMIT $a$, $_1$; COMMIT$_1$, 1 AS c$d$, 2 AS e$d$",
        "SELECT 1 /* /* ; */ ; COMMIT */ -- ; COMMIT\r, 2 AS \"a\"\"; COMMIT\"",
        "SELECT 1 AS commit, 2 AS \"end\"; SELECT (SELECT 1 AS begin)",
        "SELECT 'C:\\'",
        "SELECT set_config('a.b', concat('x', lower(concat('(', ')'))), true)",
        "SELECT set_config('a.b', 'x', TRUE ), pg_advisory_xact_lock(1)",
        "CREATE TEMP TABLE t (i int) ON COMMIT DROP; DROP TABLE t",
        "CREATE TEMP TABLE temp (i int) ON COMMIT DROP; INSERT INTO temp (i) VALUES (1); DROP TABLE"
            + " temp",
        "CREATE TABLE pg_temp.own (i int) ON COMMIT DROP; INSERT INTO pg_temp.own VALUES (1); DROP"
            + " TABLE own",
        "DECLARE c CURSOR FOR SELECT 1; CLOSE c",
        "SET LOCAL work_mem = '5MB'; SET CONSTRAINTS ALL DEFERRED",
        "SAVEPOINT s; ROLLBACK WORK TO SAVEPOINT s; RELEASE s",
        "UPDATE ONLY (counter) SET times = 1",
        "UPDATE counter SET times = 1"
      })
  void whatOnlyReadsLikeAnEndIsAllowed(String sql) {
    SqlWork work = SqlWork.statement(sql).then(SqlWork.run(connection -> execute(connection, sql)));

    assertCommitted(bench.complete(work));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE FUNCTION two() RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT 2; END; COMMIT",
        "SELECT 1 AS a$q$; COMMIT; SELECT 1 AS b$q$",
        "SELECT 1 AS \u00e9$q$; COMMIT; SELECT 1 AS \u00e9$q$",
        "SELECT 1 AS a1$$; COMMIT; SELECT 1 AS b$$",
        "SELECT $q$ $Q$; $q$; COMMIT; SELECT $Q$ $q$ $Q$",
        "CREATE TABLE pg_temp.t (i int)",
        "CREATE TABLE \"pg_temp\" . t AS SELECT 1",
        "CREATE OR REPLACE TEMP VIEW v AS SELECT 1",
        "CREATE SEQUENCE pg_temp.s",
        "CREATE FUNCTION pg_temp.f() RETURNS int RETURN 1",
        "EXPLAIN ANALYZE CREATE TEMP TABLE t AS SELECT 1",
        "SELECT 1 AS i INTO pg_temp.t",
        "UPDATE pg_settings SET setting = '7777' WHERE name = 'work_mem'",
        "WITH u AS (UPDATE pg_catalog.pg_settings SET setting = '7' RETURNING 1) SELECT 1",
        "UPDATE ONLY (pg_settings) SET setting = '7777' WHERE name = 'work_mem'",
        "UPDATE ONLY( ( \"pg_settings\")) SET setting = '7777' WHERE name = 'work_mem'",
        "CREATE TEXT SEARCH CONFIGURATION pg_temp.x (COPY = pg_catalog.english)",
        "CREATE OR REPLACE RECURSIVE VIEW pg_temp.v (n) AS VALUES (1)",
        "CREATE OPERATOR CLASS pg_temp.x FOR TYPE int USING btree AS STORAGE int",
        "CREATE MATERIALIZED VIEW IF NOT EXISTS pg_temp.v AS SELECT 1",
        "SELECT U&\"pg\\005fadvisory_lock\"(42)",
        "SELECT $\u00e9$ ' $\u00e9$; COMMIT; SELECT ' '",
        "SELECT E'it\\'; SELECT '; COMMIT; SELECT '",
        "SELECT E'a\\\\'; COMMIT; SELECT ''",
        "SELECT E'a'\n  'b\\'; SELECT '; COMMIT; SELECT '",
        "SELECT 1 AS frome'a\\'; COMMIT; SELECT ''",
        "SELECT 'a\\'; COMMIT; SELECT 'b'",
        "SELECT 'a\\''; COMMIT; SELECT 'b'",
        "SELECT U&'a\\'; COMMIT; SELECT 'b'",
        "SELECT 1 AS U&\"a\\\"; COMMIT; SELECT 2 AS \"b\"",
        "SELECT B'1'; COMMIT; SELECT X'1'",
        "SELECT '''; '; COMMIT",
        "SELECT 1 AS \"a\"\"; \"; COMMIT",
        "/* /* */ ' */ COMMIT; SELECT ' '",
        "SELECT 1 /* /* ; */ ' */; COMMIT -- '",
        "-- ' \r COMMIT; SELECT ''",
        "SELECT 1; -- ' \n COMMIT -- '",
        ";;\f COMMIT",
        "COMMIT/**/WORK",
        "{oj COMMIT}",
        "ROLLBACK WORK",
        "ROLLBACK /* TO */ WORK",
        "SET /* LOCAL */ search_path = public",
        "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY",
        "ROLLBACK PREPARED 'to'",
        "SELECT set_config('search_path', 'x', false)",
        "SELECT pg_catalog . set_config ('a.b', concat('x', ',', true), 'f') -- , true)",
        "SELECT set_config('a.b', 'x', true), SET_CONFIG('a.b', 'y', NOT true)",
        "SELECT \"set_config\"('a.b', ')', false), concat('a', true)",
        "WITH s AS (SELECT set_config('a.b', 'x', 1 = 1)) SELECT 1 FROM s",
        "SELECT pg_advisory_lock(1)",
        "SELECT pg_try_advisory_lock_shared(1, 2)",
        "CREATE TEMP TABLE t (i int)",
        "CREATE LOCAL TEMPORARY TABLE t (i int) ON COMMIT DELETE ROWS",
        "SELECT 1 AS i INTO TEMP t",
        "DECLARE c CURSOR WITH HOLD FOR SELECT 1"
      })
  void whatEndsTheTransactionIsRefusedBehindAnyTextAndComment(String sql) {
    assertStoresOwn(connection -> execute(connection, sql));
    assertThat(bench.refusal(SqlWork.statement(sql)).toString())
        .contains("only the store ends its transaction");
  }

  @Test
  void anArrayIsReadAndGoesIntoAStatement() {
    SqlWork counting =
        SqlWork.run(
            connection -> {
              Array made = connection.createArrayOf("int4", new Integer[] {3, 4});
              assertThat(made.getArray()).isEqualTo(new Integer[] {3, 4});
              try (PreparedStatement insert =
                  connection.prepareStatement("INSERT INTO counter VALUES ('x', (?::int[])[2])")) {
                insert.setArray(1, made);
                insert.executeUpdate();
                insert.setObject(1, made);
              }
            });

    assertCommitted(bench.complete(counting));
    assertThat(Counters.count(source, "x")).isEqualTo(4);
  }

  /** The driver would wait for the server, and the server for the driver. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "COPY counter FROM STDIN",
        "copy counter (name, times) from stdin with (format csv, delimiter ';')",
        "SELECT 1; COPY counter /* all */ TO\nSTDOUT",
        "COPY (SELECT 'a;b', name FROM counter) TO STDOUT (FORMAT binary)",
        "COPY BINARY \"counter\" FROM stdin"
      })
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void rowsThatTheClientSendsOrTakesAreRefusedWithWhatToUseInstead(String sql) {
    for (SqlWork copying :
        List.of(
            SqlWork.statement(sql),
            SqlWork.run(connection -> execute(connection, sql)),
            SqlWork.run(connection -> connection.prepareStatement(sql).execute()))) {
      assertThat(bench.refusal(Counters.raise("x").then(copying)).toString())
          .contains("copy")
          .contains("insert in batches");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "COPY (SELECT 1 AS stdin) TO PROGRAM 'cat > /dev/null'",
        "SELECT 1 AS copy; SELECT 'COPY x FROM STDIN'",
        "WITH copy AS (SELECT 1 AS to) SELECT stdin.to FROM copy AS stdin"
      })
  void whatOnlyReadsLikeACopyIsAllowed(String sql) {
    assertCommitted(bench.complete(SqlWork.run(connection -> execute(connection, sql))));
  }

  /** Whether the driver and the server take it is theirs to say. */
  @Test
  void theEndOfABodyOfSqlIsNotRefused() {
    SqlWork making =
        SqlWork.statement(
            "CREATE FUNCTION two() RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT 1; SELECT 2; END");

    assertThat(bench.complete(making.then(Counters.noRow())).toString())
        .doesNotContain("only the store ends its transaction");
  }

  @Test
  void onlyStatementsAreReadAsSql() {
    SqlWork naming =
        SqlWork.run(
            connection -> {
              Savepoint begin = connection.setSavepoint("begin");
              WorkBench.insert(connection, "y");
              connection.rollback(begin);
              connection.releaseSavepoint(connection.setSavepoint("commit; begin"));
              try (Statement statement = connection.createStatement()) {
                assertThat(statement.enquoteLiteral("commit")).isEqualTo("'commit'");
                statement.addBatch("INSERT INTO counter VALUES ('x', 1)");
                statement.executeBatch();
              }
            });

    assertCommitted(bench.complete(naming));
    assertThat(Counters.count(source, "x")).isEqualTo(1);
    assertThat(Counters.count(source, "y")).isZero();
  }

  @TestFactory
  Stream<DynamicTest> eachWayToSendAStatementIsRead() {
    return Map.<String, SqlWork.Action>ofEntries(
            Map.entry("execute", on(it -> it.execute("COMMIT"))),
            Map.entry("execute with keys", on(it -> it.execute("COMMIT", new int[] {1}))),
            Map.entry("executeQuery", on(it -> it.executeQuery("COMMIT"))),
            Map.entry("executeUpdate", on(it -> it.executeUpdate("COMMIT"))),
            Map.entry("executeLargeUpdate", on(it -> it.executeLargeUpdate("COMMIT"))),
            Map.entry("addBatch", on(it -> it.addBatch("COMMIT"))),
            Map.entry("prepareCall", connection -> connection.prepareCall("COMMIT").execute()),
            Map.entry(
                "prepareStatement with keys",
                connection -> connection.prepareStatement("COMMIT", 1).execute()))
        .entrySet()
        .stream()
        .map(it -> DynamicTest.dynamicTest(it.getKey(), () -> assertStoresOwn(it.getValue())));
  }

  private interface OnStatement {
    void send(Statement statement) throws SQLException;
  }

  private static SqlWork.Action on(OnStatement sent) {
    return connection -> {
      try (Statement statement = connection.createStatement()) {
        sent.send(statement);
      }
    };
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatEndsTheTransactionInADisguiseIsNoticed(boolean isStatement) {
    SqlWork disguised =
        SqlWork.run(
            connection -> {
              Connection driver = connection.unwrap(PgConnection.class);
              if (isStatement) {
                execute(driver, "COMMIT");
              } else {
                driver.setAutoCommit(true);
              }
            });

    CommitResult.EffectRefused result = (CommitResult.EffectRefused) bench.complete(disguised);

    assertThat(result.outcome().toString()).contains("ended the transaction of its record");
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
