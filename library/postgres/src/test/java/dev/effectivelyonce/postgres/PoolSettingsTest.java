package dev.effectivelyonce.postgres;

import static dev.effectivelyonce.postgres.Samples.assertCommitted;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.outbox.OutboxBacklog.Answers;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.jdbc.AutoSave;

/** Every kind of call over pools and drivers that are set otherwise than the other tests' are. */
class PoolSettingsTest {
  /** The driver prepares a statement on the server when it is sent for the fifth time. */
  private static final int ROUNDS = 6;

  private interface Setting {
    void on(HikariConfig pool, PGSimpleDataSource driver) throws SQLException;
  }

  @TestFactory
  Stream<DynamicTest> eachCallDoesWhatItDoesByDefault() {
    return Map.<String, Setting>ofEntries(
            Map.entry("autocommit off", (pool, driver) -> pool.setAutoCommit(false)),
            Map.entry("repeatable read", (pool, driver) -> isolated(pool, "REPEATABLE_READ")),
            Map.entry("serializable", (pool, driver) -> isolated(pool, "SERIALIZABLE")),
            Map.entry(
                "simple protocol",
                (pool, driver) -> driver.setProperty("preferQueryMode", "simple")),
            Map.entry("prepared at once", (pool, driver) -> driver.setPrepareThreshold(1)),
            Map.entry("never prepared", (pool, driver) -> driver.setPrepareThreshold(0)),
            Map.entry(
                "texts without a type", (pool, driver) -> driver.setStringType("unspecified")),
            Map.entry(
                "savepoints of the driver", (pool, driver) -> driver.setAutosave(AutoSave.ALWAYS)),
            Map.entry("a row at a time", (pool, driver) -> driver.setDefaultRowFetchSize(1)),
            Map.entry(
                "texts and times in another style",
                (pool, driver) ->
                    driver.setOptions(
                        "-c TimeZone=Asia/Kathmandu -c DateStyle=SQL,DMY -c bytea_output=escape"
                            + " -c standard_conforming_strings=off")))
        .entrySet()
        .stream()
        .map(it -> DynamicTest.dynamicTest(it.getKey(), () -> assertUsual(it.getValue())));
  }

  private static void isolated(HikariConfig pool, String level) {
    pool.setAutoCommit(false);
    pool.setTransactionIsolation("TRANSACTION_" + level);
  }

  private static void assertUsual(Setting setting) throws SQLException {
    DataSource usual = LocalPostgres.emptied();
    Counters.empty(usual);
    PGSimpleDataSource driver = LocalPostgres.driver();
    HikariConfig settings = LocalPostgres.settings(driver, 1);
    setting.on(settings, driver);
    try (HikariDataSource pool = new HikariDataSource(settings)) {
      for (int round = 1; round <= ROUNDS; round++) {
        Instant deadline = Samples.now().plus(Duration.ofMinutes(5));
        IdempotencyStore store = new PostgresStore(pool).withDeadline(deadline);
        assertRecordsAndWorks(store, "r" + round);
        assertGroups(store, "g" + round);
        assertMessages(pool, store, "m" + round);
        assertThat(Counters.count(usual, "x")).isEqualTo(2 * round);
        assertThat(Counters.count(usual, "y")).isZero();
        assertThat(PostgresSchema.check(pool)).isEmpty();
      }
      assertThat(new PostgresStore(pool).listed(new ConsumerName("payments"))).hasSize(ROUNDS);
      assertThat(new PostgresSweeper(pool).sweep(Instant.MAX).left()).isZero();
    }
  }

  private static void assertRecordsAndWorks(IdempotencyStore store, String key) {
    IdempotencyRecord mine = Samples.claimed(store, key);
    assertThat(Samples.complete(store, mine, refused()))
        .isInstanceOf(CommitResult.EffectRefused.class);
    assertCommitted(Samples.complete(store, mine, Counters.raise("x")));
    assertThat(store.claim(Samples.claim(key, "b")))
        .isEqualTo(new WriteResult.Refused(store.find(mine.id())));
    IdempotencyRecord other = Samples.claimed(store, key + "!");
    assertThat(store.fail(other, new ErrorSummary("\u0000 no"), Samples.stamp()))
        .isInstanceOf(WriteResult.Written.class);
  }

  private static SqlWork refused() {
    return Counters.raise("y")
        .thenStatement("UPDATE counter SET times = 9 WHERE name = 'nobody'")
        .expecting(1)
        .settingNothing();
  }

  /** Asks that one that is refused harms no other of its group. */
  private static void assertGroups(IdempotencyStore store, String key) {
    IdempotencyRecord there = Samples.claimed(store, key);
    assertThat(
            Samples.written(
                store,
                List.of(
                    new Write.Claim(Samples.claim(key + "1", "a")),
                    new Write.Claim(Samples.claim(key, "b")),
                    new Write.Complete(there, Samples.RESULT, Samples.stamp()))))
        .map(it -> it.orElseThrow().getClass().getSimpleName())
        .containsExactly("Written", "Refused", "Written");

    assertThat(
            Samples.together(
                store,
                List.of(
                    Samples.atOnce(key + "2", "a", Counters.raise("x")),
                    Samples.atOnce(key + "3", "a", refused()))))
        .map(it -> it.orElseThrow().getClass().getSimpleName())
        .containsExactly("Committed", "EffectRefused");
  }

  private static void assertMessages(DataSource pool, IdempotencyStore store, String key) {
    PostgresOutbox outbox = new PostgresOutbox(Platform.system().clock());
    SqlWork message = outbox.message(LeftBench.attempt(key), LeftBench.outgoing("k", key));
    assertCommitted(Samples.complete(store, Samples.claimed(store, key), message));

    PostgresBacklog backlog = new PostgresBacklog(pool);
    backlog.begin(Duration.ofMinutes(5));
    List<String> sent = new ArrayList<>();
    assertThat(
            backlog.take(
                LeftBench.DESTINATION,
                "",
                taken -> {
                  sent.addAll(LeftBench.bodies(taken));
                  return new Answers(LeftBench.ids(taken), Set.of());
                }))
        .contains("k");
    assertThat(sent).containsExactly(key);
    assertThat(backlog.oldest()).isEmpty();
  }
}
