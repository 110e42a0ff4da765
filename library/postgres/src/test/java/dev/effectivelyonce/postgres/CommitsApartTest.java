package dev.effectivelyonce.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.Transactions;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.jdbc.PgConnection;

/** What a work sets for its transaction holds for its own event alone, also in a group. */
class CommitsApartTest {
  private static final CommitResult COMMITTED = new CommitResult.Committed(StoredResult.none());
  private static final Unsuccessful DECLARED = HandlerResult.fail("The number is taken");

  private final DataSource source = LocalPostgres.emptied();
  private final AtomicInteger committed = new AtomicInteger();
  private final PostgresStore store =
      new PostgresStore(Intercepted.before(source, "commit", committed::incrementAndGet));

  CommitsApartTest() {
    Counters.empty(source);
    LocalPostgres.run(
        source,
        """
        DROP TABLE IF EXISTS seen, triggered, numbered;
        CREATE TABLE seen (tenant text, who text, temporary bigint, path text);
        CREATE TABLE triggered (id integer);
        CREATE TABLE numbered (number integer UNIQUE DEFERRABLE INITIALLY IMMEDIATE);
        INSERT INTO numbered VALUES (1);
        CREATE OR REPLACE FUNCTION become() RETURNS text LANGUAGE sql
          AS $$ SELECT set_config('app.tenant', 'theirs', true) $$;
        CREATE OR REPLACE FUNCTION becoming() RETURNS trigger LANGUAGE plpgsql
          AS $$ BEGIN PERFORM become(); RETURN NEW; END $$;
        CREATE TRIGGER becoming BEFORE INSERT ON triggered
          FOR EACH ROW EXECUTE FUNCTION becoming();
        """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SET LOCAL app.tenant = 'theirs'",
        "SET LOCAL ROLE pg_monitor",
        "SET LOCAL SESSION AUTHORIZATION pg_monitor",
        "SET LOCAL search_path = public, pg_catalog",
        "SELECT set_config('app.tenant', 'theirs', true)",
        "DO 'BEGIN PERFORM set_config(''app.tenant'', ''theirs'', true); END'",
        "SELECT become()",
        "INSERT INTO triggered VALUES (1)",
        "CREATE TEMPORARY TABLE counter (name text, times integer) ON COMMIT DROP"
      })
  void whatOneWorkSetsIsNotSeenByTheOthersOfItsGroup(String setting) {
    assertOthersSeeNothing(SqlWork.statement(setting));
    assertOthersSeeNothing(
        SqlWork.run(
            connection -> {
              try (Statement statement = connection.createStatement()) {
                statement.execute(setting);
              }
            }));
  }

  /** The one that sets comes first, in the order of ids, in which groups go. */
  private void assertOthersSeeNothing(SqlWork setting) {
    LocalPostgres.emptied();
    LocalPostgres.run(source, "TRUNCATE seen");
    List<SqlWork> works = List.of(setting, seeing(), seeing().settingNothing(), seeing());

    assertThat(together(works)).hasSize(4).containsOnly(Optional.of(COMMITTED));
    assertThat(texts("SELECT DISTINCT s::text FROM seen AS s"))
        .containsExactly("(\"\",postgres,0,\"\"\"$user\"\", public\")");
    assertThat(texts("SELECT count(*) FROM seen")).containsExactly("3");
  }

  private static SqlWork seeing() {
    return SqlWork.statement(
        "INSERT INTO public.seen SELECT coalesce(current_setting('app.tenant', true), ''),"
            + " current_user, (SELECT count(*) FROM pg_class"
            + " WHERE relpersistence = 't' AND relname = 'counter'),"
            + " current_setting('search_path')");
  }

  @Test
  void constraintsThatOneWorkDefersHoldAtOnceForTheOthers() {
    SqlWork taking =
        SqlWork.statement("INSERT INTO numbered VALUES (1)")
            .orElse(DECLARED)
            .thenStatement("DELETE FROM numbered WHERE number = 1");

    List<Optional<CommitResult>> answers =
        together(
            List.of(
                SqlWork.statement("SET CONSTRAINTS ALL DEFERRED"),
                taking,
                taking.settingNothing()));

    CommitResult refused = new CommitResult.EffectRefused(DECLARED);
    assertThat(answers)
        .containsExactly(Optional.of(COMMITTED), Optional.of(refused), Optional.of(refused));
    assertThat(texts("SELECT number FROM numbered")).containsExactly("1");
  }

  @Test
  void onlyWorksThatAreDeclaredToSetNothingShareATransaction() {
    SqlWork declared = Counters.raise("x").settingNothing();
    SqlWork undeclared = SqlWork.statement("UPDATE counter SET times = times");

    assertThat(transactionsOf(List.of(declared, declared, declared))).isEqualTo(1);
    assertThat(transactionsOf(List.of(undeclared, undeclared, undeclared))).isEqualTo(3);
    assertThat(transactionsOf(List.of(declared.then(undeclared), declared, declared))).isEqualTo(2);
    assertThat(transactionsOf(List.of(undeclared.then(declared), declared, declared))).isEqualTo(2);
    assertThat(
            transactionsOf(
                List.of(
                    undeclared.then(declared).settingNothing(),
                    declared.expecting(1).orElse(DECLARED),
                    declared.then(declared))))
        .isEqualTo(1);
  }

  private int transactionsOf(List<SqlWork> works) {
    LocalPostgres.emptied();
    committed.set(0);
    assertThat(together(works)).containsOnly(Optional.of(COMMITTED));
    return committed.get();
  }

  @Test
  void aWorkOfItsOwnThatMeetsAnotherIsSentAgainAndTheOthersAreCommitted() {
    SqlWork meeting =
        SqlWork.statement("DO 'BEGIN RAISE EXCEPTION USING ERRCODE = ''40001''; END'");

    assertThat(together(List.of(meeting, Counters.raise("x"), seeing())))
        .containsExactly(Optional.empty(), Optional.of(COMMITTED), Optional.of(COMMITTED));
    assertThat(Counters.count(source, "x")).isEqualTo(1);
  }

  @Test
  void whatAKeeperRefusesUndoesItsOwnEventAlone() {
    Commit.Keeper refusing = yielded -> new CommitResult.EffectRefused(DECLARED);
    for (SqlWork first : List.of(raisedByCode("x"), Counters.raise("x"))) {
      for (SqlWork refused : List.of(raisedByCode("y"), Counters.raise("y"))) {
        LocalPostgres.emptied();
        Counters.empty(source);

        assertThat(
                together(
                    List.of(first, refused, Counters.raise("z")),
                    i -> i == 1 ? refusing : Commit.Keeper.of(StoredResult.none())))
            .containsExactly(
                Optional.of(COMMITTED),
                Optional.of(new CommitResult.EffectRefused(DECLARED)),
                Optional.of(COMMITTED));

        assertThat(Counters.count(source, "x")).isEqualTo(1);
        assertThat(Counters.count(source, "y")).isZero();
        assertThat(Counters.count(source, "z")).isEqualTo(1);
        assertThat(texts("SELECT count(*) FROM effectively_once_record")).containsExactly("2");
      }
    }
  }

  private static SqlWork raisedByCode(String name) {
    return SqlWork.run(connection -> WorkBench.insert(connection, name)).settingNothing();
  }

  @Test
  void noWorkGoesBackToASavepointOfAnother() {
    SqlWork setting = SqlWork.statement("SAVEPOINT mine").then(Counters.raise("x"));
    SqlWork going = SqlWork.statement("ROLLBACK TO SAVEPOINT mine").then(Counters.raise("y"));

    List<Optional<CommitResult>> answers =
        together(List.of(setting.settingNothing(), going.settingNothing(), Counters.raise("z")));

    assertThat(answers.get(0)).contains(COMMITTED);
    assertThat(answers.get(1).orElseThrow().toString()).contains("savepoint");
    assertThat(answers.get(2)).contains(COMMITTED);
    assertThat(Counters.count(source, "x")).isEqualTo(1);
    assertThat(Counters.count(source, "y")).isZero();
    assertThat(Counters.count(source, "z")).isEqualTo(1);
  }

  @Test
  void ofAGroupWhoseTransactionAWorkEndsInADisguiseEachGoesAlone() {
    SqlWork ending =
        SqlWork.run(
                connection ->
                    WorkConnectionTest.execute(connection.unwrap(PgConnection.class), "COMMIT"))
            .settingNothing();

    assertThat(together(List.of(Counters.raise("x"), ending, Counters.raise("y"))))
        .containsExactly(Optional.empty(), Optional.empty(), Optional.empty());
    assertThat(together(List.of(Counters.raise("x"), ending)))
        .containsExactly(Optional.empty(), Optional.empty());
  }

  @ParameterizedTest
  @MethodSource("thrown")
  void whateverOneWorkThrowsIsAnotherAttemptOfItAlone(Throwable thrown) {
    SqlWork throwing =
        SqlWork.run(
            connection -> {
              WorkBench.insert(connection, "y");
              throw CommitsApartTest.<RuntimeException>hidden(thrown);
            });
    for (SqlWork bad : List.of(throwing, throwing.settingNothing())) {
      LocalPostgres.emptied();
      Counters.empty(source);
      List<SqlWork> works = List.of(Counters.raise("x"), bad, Counters.raise("z"), seeing());

      List<Optional<CommitResult>> answers =
          assertTimeoutPreemptively(Duration.ofSeconds(60), () -> together(works));

      assertThat(answers.get(1).orElseThrow())
          .isInstanceOfSatisfying(
              CommitResult.EffectRefused.class,
              it ->
                  assertThat(it.outcome())
                      .isEqualTo(HandlerResult.retry(ErrorSummary.of(thrown).text())));
      assertThat(answers.get(0)).contains(COMMITTED);
      assertThat(answers.subList(2, 4)).containsOnly(Optional.of(COMMITTED));
      assertThat(Counters.count(source, "x")).isEqualTo(1);
      assertThat(Counters.count(source, "y")).isZero();
    }
  }

  static Stream<Throwable> thrown() {
    return Stream.of(
        new Error("Anna's card"),
        new StackOverflowError(),
        new Throwable("Anna's card"),
        new SQLException("Anna's card"),
        new SQLTransientConnectionException("x"),
        new SQLTimeoutException("x"),
        new SQLException("x", "08006"),
        new SQLException("x", "57014"),
        new SQLException("x", "25006"),
        inACircle(new SQLException("x")),
        inACircle(new IllegalStateException("x")),
        new IllegalStateException("x") {
          @Override
          public synchronized Throwable getCause() {
            throw new IllegalStateException("Anna's card");
          }
        },
        new SQLException("x") {
          @Override
          public String getSQLState() {
            throw new IllegalStateException("Anna's card");
          }
        });
  }

  private static <T extends Throwable> T inACircle(T thrown) {
    thrown.initCause(new SQLException("y", thrown));
    return thrown;
  }

  /** Throws what no signature names, as code in Kotlin does. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  static <T extends Throwable> T hidden(Throwable thrown) throws T {
    throw (T) thrown;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSignThatTheProcessCantGoOnEndsTheGroup(boolean isDeclared) {
    SqlWork fatal =
        SqlWork.run(
            connection -> {
              throw new NoClassDefFoundError("x");
            });

    assertThatThrownBy(() -> together(List.of(isDeclared ? fatal.settingNothing() : fatal)))
        .isInstanceOf(FatalProcessError.class);
  }

  @Test
  void aWorkThatTakesItsRecordAwayLeavesItsNeighboursAlone() {
    SqlWork taking =
        SqlWork.statement("DELETE FROM effectively_once_record")
            .then(SqlWork.of(connection -> "id"));
    List<SqlWork> works = List.of(Counters.raise("x"), taking, Counters.raise("x"));
    Commit.Keeper keeping = yielded -> new CommitResult.Committed(Samples.RESULT);

    assertThat(together(works, i -> i == 1 ? keeping : Commit.Keeper.of(StoredResult.none())))
        .containsExactly(Optional.of(COMMITTED), Optional.empty(), Optional.of(COMMITTED));
    LocalPostgres.emptied();
    assertThat(together(List.of(taking.settingNothing()), i -> keeping))
        .containsExactly(Optional.empty());
  }

  /** Two groups that go in another order each would wait for each other's rows. */
  @Test
  void aGroupGoesInTheOrderOfItsIdsHoweverItCame() {
    List<Commit.AtOnce> backwards =
        Stream.of("order-1", "order-2", "order-3")
            .map(key -> Samples.atOnce(key, "a", Counters.raise("x").settingNothing()))
            .sorted(Comparator.comparing((Commit.AtOnce it) -> it.id().value()).reversed())
            .toList();
    List<Integer> answered = new ArrayList<>();

    store
        .transactions()
        .flatMap(Transactions::commitGroups)
        .orElseThrow()
        .commit(backwards, (i, answer) -> answered.add(i));

    assertThat(answered).containsExactly(2, 1, 0);
  }

  private List<Optional<CommitResult>> together(List<SqlWork> works) {
    return together(works, i -> Commit.Keeper.of(StoredResult.none()));
  }

  /** Returns the answers, by the order of the works, in which their records' ids are too. */
  private List<Optional<CommitResult>> together(
      List<SqlWork> works, IntFunction<Commit.Keeper> keepers) {
    List<String> keys =
        IntStream.range(0, works.size())
            .mapToObj(i -> "order-" + i)
            .sorted(Comparator.comparing(key -> Samples.id(key).value()))
            .toList();
    List<Commit.AtOnce> commits =
        IntStream.range(0, works.size())
            .mapToObj(
                i ->
                    new Commit.AtOnce(
                        Samples.claim(keys.get(i), "a"),
                        StoredResult.none(),
                        works.get(i),
                        keepers.apply(i)))
            .toList();
    return Samples.together(store, commits);
  }

  private List<String> texts(String query) {
    return LocalPostgres.texts(source, query);
  }
}
