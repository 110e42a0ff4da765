package dev.effectivelyonce.postgres;

import static dev.effectivelyonce.postgres.Samples.assertCommitted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlWorkTest {
  private static final Unsuccessful DECLARED = HandlerResult.fail("It is booked already");

  private final WorkBench bench = new WorkBench();
  private final DataSource source = bench.source();

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void statementsAndCodeHappenWithTheRecord() {
    SqlWork work =
        Counters.raise("x")
            .then(SqlWork.run(connection -> WorkBench.insert(connection, "y")))
            .thenStatement("UPDATE counter SET times = 7 WHERE name = ?", "y")
            .expecting(1);

    assertCommitted(bench.complete(work));

    assertThat(Counters.count(source, "x")).isEqualTo(1);
    assertThat(Counters.count(source, "y")).isEqualTo(7);
    assertThat(bench.standing().status()).isEqualTo(Status.COMPLETED);
  }

  @Test
  void anInstantGoesAsATime() {
    SqlWork work =
        SqlWork.statement(
            "INSERT INTO counter SELECT 'at', extract(epoch FROM ?::timestamptz)::integer",
            Instant.ofEpochSecond(1234));

    assertCommitted(bench.complete(work));
    assertThat(Counters.count(source, "at")).isEqualTo(1234);
  }

  @Test
  void anotherCountOfRowsIsTriedAgainUnlessDeclared() {
    assertRefused(
        Counters.raise("x").then(Counters.noRow()),
        HandlerResult.retry("A statement of the handler changed 0 rows, not 1"));
  }

  @Test
  void moreRowsThanExpectedAreAnotherCountToo() {
    LocalPostgres.run(source, "INSERT INTO counter VALUES ('first', 1), ('second', 1)");
    String all = "UPDATE counter SET times = 9";

    assertRefused(
        SqlWork.statement(all).expecting(1),
        HandlerResult.retry("A statement of the handler changed 2 rows, not 1"));
    assertRefused(
        SqlWork.statement(all + " RETURNING name").expecting(1).orElse(DECLARED), DECLARED);

    assertThat(Counters.count(source, "first")).isEqualTo(1);
  }

  @Test
  void rowsThatAStatementReturnsAreCountedToo() {
    SqlWork returning =
        SqlWork.statement("INSERT INTO counter VALUES ('x', 1) RETURNING name").expecting(1);
    SqlWork locking =
        SqlWork.statement("SELECT times FROM counter WHERE name = 'nobody' FOR UPDATE")
            .expecting(1)
            .orElse(DECLARED);

    assertRefused(returning.then(locking), DECLARED);
    assertCommitted(bench.complete(returning));
  }

  @Test
  void whatATriggerRaisesIsTheDeclaredOutcomeAndElseTriedAgain() {
    SqlWork raised = SqlWork.statement("DO $$ BEGIN RAISE EXCEPTION 'Anna''s limit'; END $$");

    assertRefused(Counters.raise("x").then(raised.orElse(DECLARED)), DECLARED);
    assertRefused(raised, HandlerResult.retry("Code in the database raised an exception (P0001)"));
  }

  @Test
  void aValueIsKeptWhereverTheWorkLeads() {
    LocalPostgres.run(
        source,
        "CREATE SCHEMA tenant; CREATE TABLE tenant.effectively_once_record"
            + " (LIKE public.effectively_once_record)");
    SqlWork yielding =
        SqlWork.statement("SET LOCAL search_path = tenant").then(SqlWork.of(connection -> "id"));
    try {
      assertThat(Samples.commit(bench.store(), keeping(yielding)))
          .isEqualTo(new CommitResult.Committed(Samples.RESULT));
      assertThat(bench.standing().result()).isEqualTo(Samples.RESULT);
    } finally {
      LocalPostgres.run(source, "DROP SCHEMA tenant CASCADE");
    }
  }

  /** What the library writes after the work is written by the role of before. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SET LOCAL ROLE pg_monitor",
        "SET LOCAL SESSION AUTHORIZATION pg_monitor",
        "SELECT set_config('role', 'pg_monitor', true)"
      })
  void aValueAndMessagesAreKeptWhateverRoleTheWorkTakes(String taking) {
    SqlWork taken = SqlWork.statement(taking);
    SqlWork message =
        new PostgresOutbox(Clock.systemUTC())
            .message(LeftBench.attempt("order-1"), LeftBench.outgoing("k", "ordered"));
    SqlWork value = SqlWork.of(connection -> "id");
    Commit.Keeper keeping = yielded -> new CommitResult.Committed(Samples.RESULT);

    for (SqlWork work : List.of(taken.then(value), taken.then(message), value.then(message))) {
      assertCommitted(
          Samples.commit(
              bench.store(),
              new Commit.Unrecorded(
                  new AttemptId("observing" + work.hashCode()), taken.then(work), keeping)));
    }
    assertCommitted(Samples.commit(bench.store(), keeping(taken.then(value).then(message))));
    assertThat(bench.standing().result()).isEqualTo(Samples.RESULT);
    assertThat(LocalPostgres.texts(source, "SELECT current_user, session_user"))
        .containsExactly("postgres");
  }

  @Test
  void theRoleOfBeforeIsThatOfTheSession() {
    LocalPostgres.run(
        source,
        "CREATE ROLE tenant; CREATE ROLE service; GRANT ALL ON effectively_once_outbox,"
            + " effectively_once_record TO service");
    LocalPostgres.run(source, "SET ROLE service");
    try {
      SqlWork yielding =
          SqlWork.statement("SET LOCAL ROLE tenant")
              .then(SqlWork.of(connection -> "id"))
              .then(
                  new PostgresOutbox(Clock.systemUTC())
                      .message(LeftBench.attempt("order-1"), LeftBench.outgoing("k", "ordered")));

      assertCommitted(Samples.commit(bench.store(), keeping(yielding)));

      assertThat(LocalPostgres.texts(source, "SELECT current_user")).containsExactly("service");
    } finally {
      LocalPostgres.run(source, "RESET ROLE; DROP OWNED BY service; DROP ROLE tenant, service");
    }
  }

  @Test
  void aWorkThatForbidsWhatTheLibraryWritesIsTriedAgain() {
    SqlWork value = SqlWork.of(connection -> "id");
    SqlWork message =
        new PostgresOutbox(Clock.systemUTC())
            .message(LeftBench.attempt("order-1"), LeftBench.outgoing("k", "ordered"));
    SqlWork role = SqlWork.statement("SET LOCAL ROLE pg_monitor");
    Map.of(
            role.then(value).settingNothing(), "42501",
            role.then(message).settingNothing(), "42501",
            SqlWork.statement("SET TRANSACTION READ ONLY").then(message), "25006")
        .forEach(
            (work, state) -> {
              assertThat(Samples.commit(bench.store(), keeping(work)).toString())
                  .contains("EffectRefused[outcome=Retry", state);
              assertThat(bench.standing()).isEqualTo(bench.mine());
            });
  }

  @Test
  void aWorkThatTakesItsRecordAwayKeepsNothing() {
    SqlWork taking =
        SqlWork.statement("DELETE FROM effectively_once_record")
            .then(SqlWork.of(connection -> "id"));

    assertThatThrownBy(() -> Samples.commit(bench.store(), keeping(taking)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("took it away");
    assertThat(bench.standing()).isEqualTo(bench.mine());
  }

  private Commit keeping(SqlWork yielding) {
    return new Commit.Completing(
        new Write.Complete(bench.mine(), StoredResult.none(), Samples.stamp()),
        yielding,
        yielded -> new CommitResult.Committed(Samples.RESULT));
  }

  @Test
  void whatOnlyObservesYieldsTheValueOfItsCodeEachTimeThatItIsSent() {
    SqlWork yielding = SqlWork.of(connection -> "id").then(Counters.raise("x"));
    CommitResult.Committed kept = new CommitResult.Committed(new StoredResult.Text("id"));
    Commit observing =
        new Commit.Unrecorded(
            bench.mine().owner(),
            yielding,
            it -> it.equals(Optional.of("id")) ? kept : new CommitResult.EffectRefused(DECLARED));

    assertThat(Samples.commit(bench.store(), observing)).isEqualTo(kept);
    assertThat(Samples.commit(bench.store(), observing)).isEqualTo(kept);

    assertThat(Counters.count(source, "x")).isEqualTo(1);
    assertThat(yielding.yieldsValue()).isTrue();
    assertThat(Counters.noRow().yieldsValue()).isFalse();
  }

  @Test
  void aBrokenConstraintIsTheDeclaredOutcomeAlsoBehindAnotherException() {
    SqlWork.Action wrapping =
        connection -> {
          try {
            WorkBench.insert(connection, "x");
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        };
    for (SqlWork again : List.of(Counters.raiseANew("x"), SqlWork.run(wrapping))) {
      assertRefused(Counters.raiseANew("x").then(again.orElse(DECLARED)), DECLARED);
    }
  }

  @Test
  void anUndeclaredFaultOfTheEventFailsItAndSaysWhy() {
    Map.of(
            "23505", Counters.raiseANew("x").then(Counters.raiseANew("x")),
            "23502",
                SqlWork.statement("INSERT INTO counter VALUES ('x', ?::integer)", (Object) null),
            "22003", SqlWork.statement("INSERT INTO counter VALUES ('x', 99999999999)"),
            "22021", SqlWork.statement("INSERT INTO counter VALUES (?, 1)", "\u0000"))
        .forEach(
            (state, work) -> {
              HandlerResult.Fail failure = (HandlerResult.Fail) bench.refusal(work);
              assertThat(failure.reason()).contains("SQLSTATE " + state);
              assertThat(new ErrorSummary(failure.reason()).isRefused()).isTrue();
            });
  }

  @Test
  void aMissingTableOfTheServiceIsTriedAgain() {
    assertThat(bench.refusal(SqlWork.statement("INSERT INTO nowhere VALUES (1)")))
        .isInstanceOf(HandlerResult.Retry.class);
  }

  @Test
  void anExceptionOfTheCodeRollsBackAndIsTriedAgainWithoutItsMessage() {
    Unsuccessful refusal =
        bench.refusal(
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
    SqlWork refusing = SqlWork.of(connection -> DECLARED).orElse(HandlerResult.retry("No"));

    assertRefused(Counters.raise("x").then(refusing), DECLARED);
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

    assertThat(bench.refusal(twice).toString()).contains("SQLSTATE 23505");
  }

  @Test
  void effectsOfAnotherStoreFailTheirEvent() {
    Commit foreign = new Commit.Unrecorded(bench.mine().owner(), InMemoryEffects.of(() -> {}));

    assertThat(Samples.commit(bench.store(), foreign))
        .isInstanceOfSatisfying(
            CommitResult.EffectRefused.class,
            it ->
                assertThat(it.outcome())
                    .isInstanceOfSatisfying(
                        HandlerResult.Fail.class,
                        fail -> assertThat(fail.reason()).contains("InMemoryEffects", "SqlWork")));
    Commit.AtOnce ofAGroup =
        new Commit.AtOnce(
            Samples.claim("order-2", "a"), StoredResult.none(), InMemoryEffects.of(() -> {}));
    assertThat(Samples.together(bench.store(), List.of(ofAGroup)))
        .singleElement()
        .satisfies(it -> assertThat(it).containsInstanceOf(CommitResult.EffectRefused.class));
  }

  @Test
  void anExpectationFollowsAStatement() {
    assertThatThrownBy(() -> SqlWork.of(connection -> "x").expecting(1))
        .isInstanceOf(IllegalStateException.class);
  }

  private void assertRefused(SqlWork work, Unsuccessful expected) {
    assertThat(bench.refusal(work)).isEqualTo(expected);
  }
}
