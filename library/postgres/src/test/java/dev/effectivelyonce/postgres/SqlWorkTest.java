package dev.effectivelyonce.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.HandlerResult.NotDone;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.postgresql.jdbc.PgConnection;

class SqlWorkTest {
  private static final NotDone DECLARED = HandlerResult.fail("It is booked already");

  /** One connection, so that one that is not given back fails the next call. */
  private final HikariDataSource source =
      LocalPostgres.pool(LocalPostgres.server().getPostgresDatabase(), 1);

  private final PostgresStore store = new PostgresStore(source);
  private IdempotencyRecord mine = IdempotencyRecord.claimed(Samples.claim("order-1", "a"));

  @BeforeEach
  void claim() {
    LocalPostgres.emptied();
    Counters.empty(source);
    mine = Samples.claimed(store, "order-1");
  }

  @AfterEach
  void close() {
    source.close();
  }

  @Test
  void statementsAndCodeHappenWithTheRecord() {
    SqlWork work =
        Counters.raise("x")
            .then(SqlWork.run(connection -> insert(connection, "y")))
            .thenStatement("UPDATE counter SET times = 7 WHERE name = ?", "y")
            .expecting(1);

    assertThat(complete(work)).isInstanceOf(CommitResult.Committed.class);

    assertThat(Counters.count(source, "x")).isEqualTo(1);
    assertThat(Counters.count(source, "y")).isEqualTo(7);
    assertThat(store.find(mine.id()).orElseThrow().status()).isEqualTo(Status.COMPLETED);
  }

  @Test
  void anInstantGoesAsATime() {
    SqlWork work =
        SqlWork.statement(
            "INSERT INTO counter SELECT 'at', extract(epoch FROM ?::timestamptz)::integer",
            Instant.ofEpochSecond(1234));

    assertThat(complete(work)).isInstanceOf(CommitResult.Committed.class);
    assertThat(Counters.count(source, "at")).isEqualTo(1234);
  }

  @Test
  void anotherCountOfRowsIsTheDeclaredOutcome() {
    SqlWork work = Counters.raise("x").then(noRow().orElse(DECLARED));

    assertRefused(work, DECLARED);
  }

  @Test
  void anotherCountOfRowsIsTriedAgainUnlessDeclared() {
    assertRefused(
        Counters.raise("x").then(noRow()),
        HandlerResult.retry("A statement of the handler changed 0 rows, not 1"));
  }

  @Test
  void aBrokenConstraintIsTheDeclaredOutcome() {
    SqlWork twice = Counters.raiseANew("x").then(Counters.raiseANew("x").orElse(DECLARED));

    assertRefused(twice, DECLARED);
  }

  @TestFactory
  Stream<DynamicTest> anUndeclaredFaultOfTheEventFailsItAndSaysWhy() {
    return Map.of(
            "23505", Counters.raiseANew("x").then(Counters.raiseANew("x")),
            "23502",
                SqlWork.statement("INSERT INTO counter VALUES ('x', ?::integer)", (Object) null),
            "22003", SqlWork.statement("INSERT INTO counter VALUES ('x', 99999999999)"),
            "22021", SqlWork.statement("INSERT INTO counter VALUES (?, 1)", "\u0000"))
        .entrySet()
        .stream()
        .map(
            it ->
                DynamicTest.dynamicTest(
                    it.getKey(),
                    () -> {
                      HandlerResult.Fail failure = (HandlerResult.Fail) refusal(it.getValue());
                      assertThat(failure.reason()).contains("SQLSTATE " + it.getKey());
                      assertThat(new ErrorSummary(failure.reason()).isRefused()).isTrue();
                    }));
  }

  @Test
  void aMissingTableOfTheServiceIsTriedAgain() {
    assertThat(refusal(SqlWork.statement("INSERT INTO nowhere VALUES (1)")))
        .isInstanceOf(HandlerResult.Retry.class);
  }

  @Test
  void anExceptionOfTheCodeRollsBackAndIsTriedAgainWithoutItsMessage() {
    NotDone refusal =
        refusal(
            Counters.raise("x")
                .then(
                    SqlWork.run(
                        connection -> {
                          throw new IllegalStateException("Anna's card");
                        })));

    assertThat(refusal).isInstanceOf(HandlerResult.Retry.class);
    assertThat(refusal.toString()).contains("IllegalStateException").doesNotContain("Anna");
  }

  @Test
  void theCodeMayRefuse() {
    assertRefused(Counters.raise("x").then(SqlWork.of(connection -> DECLARED)), DECLARED);
  }

  @Test
  void whatIsCaughtWithoutASavepointFailsTheEvent() {
    SqlWork careless =
        Counters.raiseANew("x")
            .then(
                SqlWork.run(
                    connection -> {
                      try {
                        insert(connection, "x");
                      } catch (SQLException ignored) {
                        // It goes on, though PostgreSQL will not.
                      }
                    }));

    assertThat(refusal(careless).toString()).contains("savepoint");
    assertThat(refusal(careless.then(Counters.raise("y"))).toString()).contains("savepoint");
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
                        insert(connection, "x");
                      } catch (SQLException e) {
                        connection.rollback(before);
                      }
                    }));

    assertThat(complete(careful)).isInstanceOf(CommitResult.Committed.class);
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
            Map.entry(
                "through its statement",
                connection -> {
                  try (Statement statement = connection.createStatement()) {
                    statement.getConnection().commit();
                  }
                }))
        .entrySet()
        .stream()
        .map(
            it ->
                DynamicTest.dynamicTest(
                    it.getKey(),
                    () -> {
                      assertStoresOwn(it.getValue());
                      assertStoresOwn(quietly(it.getValue()));
                    }));
  }

  private void assertStoresOwn(SqlWork.Action ending) {
    SqlWork work = Counters.raise("x").then(SqlWork.run(ending)).then(Counters.raise("y"));

    assertThat(refusal(work).toString()).contains("the store alone ends its transaction");
  }

  private static SqlWork.Action quietly(SqlWork.Action ending) {
    return connection -> {
      try {
        ending.on(connection);
      } catch (SQLException ignored) {
        // The refusal stands all the same.
      }
    };
  }

  @Test
  void aRollbackToASavepointIsAllowedAsAStatement() {
    SqlWork work =
        SqlWork.statement("SAVEPOINT mine")
            .then(Counters.raise("x"))
            .thenStatement("ROLLBACK TO SAVEPOINT mine");

    assertThat(complete(work)).isInstanceOf(CommitResult.Committed.class);
    assertThat(Counters.count(source, "x")).isZero();
  }

  @Test
  void aConstraintThatIsCheckedAtTheCommitFailsTheEvent() {
    LocalPostgres.run(
        source,
        "DROP TABLE IF EXISTS deferred; CREATE TABLE deferred"
            + " (id integer UNIQUE DEFERRABLE INITIALLY DEFERRED)");
    SqlWork twice =
        SqlWork.statement("INSERT INTO deferred VALUES (1)")
            .thenStatement("INSERT INTO deferred VALUES (1)");

    assertThat(refusal(twice).toString()).contains("SQLSTATE 23505");
  }

  @TestFactory
  Stream<DynamicTest> aConnectionGoesBackAsItCame() {
    return Stream.of(true, false)
        .map(
            autoCommit ->
                DynamicTest.dynamicTest("autoCommit " + autoCommit, () -> assertKept(autoCommit)));
  }

  private void assertKept(boolean autoCommit) throws SQLException {
    Connection only = LocalPostgres.server().getPostgresDatabase().getConnection();
    only.setAutoCommit(autoCommit);
    only.setNetworkTimeout(Runnable::run, 50_000);
    AtomicInteger closed = new AtomicInteger();
    PostgresStore ofOne =
        new PostgresStore(
            Intercepted.source(
                () -> only,
                (method, call) ->
                    method.equals("close") ? closed.incrementAndGet() : call.proceed()));
    Instant deadline = Platform.system().clock().instant().plusSeconds(30);
    IdempotencyStore hurried = ofOne.endingBy(deadline);

    IdempotencyRecord other = Samples.claimed(hurried, "lone " + autoCommit);
    CommitResult refused = Samples.complete(hurried, other, noRow());

    assertThat(refused).isInstanceOf(CommitResult.EffectRefused.class);
    assertThat(closed).hasValue(2);
    assertThat(only.getAutoCommit()).isEqualTo(autoCommit);
    assertThat(only.getNetworkTimeout()).isEqualTo(50_000);
    only.close();
  }

  @Test
  void whatEndsTheTransactionInADisguiseIsNoticed() {
    SqlWork disguised =
        SqlWork.run(connection -> execute(connection.unwrap(PgConnection.class), "COMMIT"));

    CommitResult.EffectRefused result = (CommitResult.EffectRefused) complete(disguised);

    assertThat(result.outcome().toString()).contains("ended the transaction of its record");
  }

  @Test
  void effectsOfAnotherStoreAreAMistakeOfTheService() {
    Commit foreign = new Commit.Unrecorded(mine.owner(), InMemoryEffects.of(() -> {}));

    assertThatThrownBy(() -> store.transactions().orElseThrow().commit(foreign))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("SqlWork");
  }

  @Test
  void anExpectationFollowsAStatement() {
    assertThatThrownBy(() -> SqlWork.of(connection -> "x").expecting(1))
        .isInstanceOf(IllegalStateException.class);
  }

  private static SqlWork noRow() {
    return SqlWork.statement("UPDATE counter SET times = 9 WHERE name = 'nobody'").expecting(1);
  }

  private static void insert(Connection connection, String name) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO counter VALUES (?, 1)")) {
      insert.setString(1, name);
      insert.executeUpdate();
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private CommitResult complete(SqlWork work) {
    return Samples.complete(store, mine, work);
  }

  private void assertRefused(SqlWork work, NotDone expected) {
    assertThat(refusal(work)).isEqualTo(expected);
  }

  /** Returns the outcome of a work that is refused, after a check that nothing happened. */
  private NotDone refusal(SqlWork work) {
    CommitResult result = complete(work);
    assertThat(store.find(mine.id())).contains(mine);
    assertThat(Counters.count(source, "x")).isZero();
    assertThat(Counters.count(source, "y")).isZero();
    return ((CommitResult.EffectRefused) result).outcome();
  }
}
