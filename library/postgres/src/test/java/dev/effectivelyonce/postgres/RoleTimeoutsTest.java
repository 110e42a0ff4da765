package dev.effectivelyonce.postgres;

import static dev.effectivelyonce.postgres.Samples.assertCommitted;
import static dev.effectivelyonce.postgres.Samples.fault;
import static dev.effectivelyonce.postgres.Samples.now;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.ds.PGSimpleDataSource;

/** Timeouts that a role or a server has of its own, and deadlines of an invocation. */
class RoleTimeoutsTest {
  private final DataSource usual = LocalPostgres.emptied();

  RoleTimeoutsTest() {
    Counters.empty(usual);
  }

  @ParameterizedTest
  @ValueSource(strings = {"statement_timeout", "transaction_timeout"})
  void aWorkThatIsTooLongForTheRoleIsRolledBackAndTriedAgain(String timeout) {
    PostgresStore store = new PostgresStore(with(timeout));
    IdempotencyRecord mine = Samples.claimed(store, "order-1");
    SqlWork slow = Counters.raise("x").thenStatement("SELECT pg_sleep(60)");

    assertThat(fault(() -> Samples.complete(store, mine, slow)))
        .isEqualTo(StoreException.Kind.THROTTLED);

    assertThat(store.find(mine.id())).contains(mine);
    assertThat(Counters.count(usual, "x")).isZero();
  }

  @Test
  void aWorkThatIsIdleForTooLongIsRolledBackAndTriedAgain() {
    PostgresStore store = new PostgresStore(with("idle_in_transaction_session_timeout"));
    IdempotencyRecord mine = Samples.claimed(store, "order-1");
    SqlWork idle = Counters.raise("x").then(SqlWork.run(this::waitUntilTheSessionEnds));

    assertThat(fault(() -> Samples.complete(store, mine, idle.then(Counters.raise("x")))))
        .isEqualTo(StoreException.Kind.THROTTLED);

    assertThat(store.find(mine.id())).contains(mine);
    assertThat(Counters.count(usual, "x")).isZero();
  }

  private void waitUntilTheSessionEnds(Connection connection) throws SQLException {
    int session = connection.unwrap(PGConnection.class).getBackendPID();
    String itself = "SELECT 'there' FROM pg_stat_activity WHERE pid = " + session;
    while (!LocalPostgres.texts(usual, itself).isEmpty()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void theTimeOfAnInvocationGoesBeforeThatOfTheRole() {
    IdempotencyStore store =
        new PostgresStore(with("statement_timeout"))
            .withDeadline(now().plus(Duration.ofMinutes(2)));
    SqlWork slow = Counters.raise("x").thenStatement("SELECT pg_sleep(0.4)");

    assertCommitted(Samples.complete(store, Samples.claimed(store, "order-1"), slow));
  }

  @Test
  void aBoundIsThatOfEachStatementAndAWaitForARowEndsBefore() {
    TimeLimit limit = TimeLimit.ofEachCall(Duration.ofSeconds(2));
    List<Integer> ofStatements =
        new Database(usual, limit)
            .statements(
                session ->
                    session.query(Sql.of("SELECT 1"), row -> row.getStatement().getQueryTimeout()));

    assertThat(ofStatements).containsExactly(2);
    assertThat(limit.ofTransaction())
        .map(Sql::text)
        .containsExactly("SET LOCAL lock_timeout = 1500", "SET LOCAL statement_timeout = 2000");
    assertThat(TimeLimit.ofEachCall(Duration.ofMillis(1)).ofTransaction()).hasSize(2);
  }

  /** The pool waits until the test has its answer: without a bound it would wait for ever. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aConnectionThatComesTooLateIsGivenBack(boolean isInterrupted) throws Exception {
    CountDownLatch answered = new CountDownLatch(1);
    CountDownLatch givenBack = new CountDownLatch(1);
    DataSource slow =
        Intercepted.source(
            () -> {
              awaitUninterruptibly(answered);
              return usual.getConnection();
            },
            (method, call) -> {
              Object answer = call.proceed();
              if (method.equals("close")) {
                givenBack.countDown();
              }
              return answer;
            });
    Duration left = isInterrupted ? Duration.ofMinutes(2) : Duration.ofMillis(300);
    IdempotencyStore hurried = new PostgresStore(slow).withDeadline(now().plus(left));

    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
    assertThat(fault(() -> hurried.find(Samples.id("order-1"))))
        .isEqualTo(isInterrupted ? StoreException.Kind.UNREACHABLE : StoreException.Kind.THROTTLED);
    assertThat(Thread.interrupted()).isEqualTo(isInterrupted);
    answered.countDown();

    assertThat(givenBack.await(60, TimeUnit.SECONDS)).isTrue();
  }

  private static void awaitUninterruptibly(CountDownLatch latch) throws SQLException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new SQLException(e);
    }
  }

  @Test
  void aPoolThatGivesUpBeforeTheDeadlineIsExhausted() {
    DataSource exhausted =
        Intercepted.source(
            () -> {
              throw new SQLTransientConnectionException("None in time");
            },
            (method, call) -> call.proceed());
    IdempotencyStore store =
        new PostgresStore(exhausted).withDeadline(now().plus(Duration.ofMinutes(2)));

    assertThat(fault(() -> store.find(Samples.id("order-1"))))
        .isEqualTo(StoreException.Kind.THROTTLED);
  }

  static Stream<Instant> deadlines() {
    return Stream.of(Instant.MIN, now(), now().plus(Duration.ofDays(400)), Instant.MAX);
  }

  @ParameterizedTest
  @MethodSource("deadlines")
  void anyDeadlineIsTaken(Instant deadline) {
    IdempotencyStore store = new PostgresStore(usual).withDeadline(deadline);

    assertCommitted(
        Samples.complete(store, Samples.claimed(store, "order-1"), Counters.raise("x")));
  }

  private static DataSource with(String timeout) {
    PGSimpleDataSource driver = LocalPostgres.driver();
    driver.setOptions("-c " + timeout + "=200ms");
    return driver;
  }
}
