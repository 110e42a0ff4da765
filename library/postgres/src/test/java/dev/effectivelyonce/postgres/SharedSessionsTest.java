package dev.effectivelyonce.postgres;

import static dev.effectivelyonce.postgres.Samples.assertCommitted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.zaxxer.hikari.HikariDataSource;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** What a proxy asks that gives the sessions of a server to many clients, such as RDS Proxy. */
class SharedSessionsTest {
  /**
   * Lists what a session keeps beyond its transactions, as far as the server shows it. It names the
   * settings of the transaction before, too, which each transaction begins anew.
   */
  private static final String KEPT =
      "SELECT 'setting ' || name FROM pg_settings"
          + " WHERE source = 'session' AND name NOT LIKE 'transaction\\_%'"
          + " UNION ALL SELECT 'statement ' || statement FROM pg_prepared_statements"
          + " UNION ALL SELECT 'cursor ' || name FROM pg_cursors WHERE is_holdable"
          + " UNION ALL SELECT 'lock ' || objid FROM pg_locks"
          + " WHERE locktype = 'advisory' AND pid = pg_backend_pid()"
          + " UNION ALL SELECT 'table ' || relname FROM pg_class WHERE relpersistence = 't'"
          + " UNION ALL SELECT 'channel ' || pg_listening_channels()";

  /** A statement of this size pins a session of RDS Proxy. */
  private static final int PINNING_CHARS = 16 * 1024;

  private final List<String> statements = new ArrayList<>();
  private final HikariDataSource pool;

  SharedSessionsTest() {
    Counters.empty(LocalPostgres.emptied());
    PGSimpleDataSource driver = LocalPostgres.driver();
    driver.setPrepareThreshold(0);
    driver.setAssumeMinServerVersion("10");
    pool = LocalPostgres.pool(driver, 1);
  }

  @AfterEach
  void close() {
    pool.close();
  }

  @Test
  void nothingIsLeftInASessionAndNoStatementIsLarge() {
    DataSource noted =
        Intercepted.source(
            pool::getConnection,
            (method, call) -> {
              Object answer = call.proceed();
              if (method.equals("prepareStatement")) {
                statements.addAll(List.of(String.valueOf(answer).split(";")));
              }
              return answer;
            });

    for (int round = 0; round < 6; round++) {
      callEach(noted, "round-" + round);
    }

    assertThat(kept()).isEmpty();
    assertThat(statements).hasSizeGreaterThan(100);
    assertThat(statements).allMatch(it -> it.length() < PINNING_CHARS);
  }

  @Test
  void theCheckSeesWhatASessionKeeps() {
    LocalPostgres.run(
        pool,
        "SET work_mem = '5MB'; LISTEN x; SELECT pg_advisory_lock(1); CREATE TEMP TABLE t (i int)");

    assertThat(kept()).hasSize(4);
  }

  @Test
  void aStatementThatAnotherSessionHasPreparedNamesTheRemedy() {
    PGSimpleDataSource driver = LocalPostgres.driver();
    driver.setPrepareThreshold(1);
    try (HikariDataSource preparing = LocalPostgres.pool(driver, 1)) {
      PostgresStore store = new PostgresStore(preparing);
      assertCommitted(Samples.complete(store, Samples.claimed(store, "a"), Counters.raise("x")));
      IdempotencyRecord mine = Samples.claimed(store, "b");
      LocalPostgres.run(preparing, "DO $$ BEGIN EXECUTE 'DEALLOCATE ALL'; END $$");

      StoreException fault =
          catchThrowableOfType(
              StoreException.class, () -> Samples.complete(store, mine, Counters.raise("x")));

      assertThat(fault.kind()).isEqualTo(StoreException.Kind.MISCONFIGURED);
      assertThat(fault.text()).contains("26000").contains("prepareThreshold=0");
      assertThat(Counters.count(pool, "x")).isEqualTo(1);
    }
  }

  private List<String> kept() {
    return LocalPostgres.texts(pool, KEPT);
  }

  private static void callEach(DataSource source, String key) {
    Instant deadline = Samples.now().plus(Duration.ofMinutes(5));
    IdempotencyStore store = new PostgresStore(source).withDeadline(deadline);
    IdempotencyRecord mine = Samples.claimed(store, key);
    PostgresOutbox outbox = new PostgresOutbox(Platform.system().clock());
    SqlWork hundred =
        outbox.messages(
            LeftBench.attempt(key),
            none ->
                IntStream.range(0, 100).mapToObj(i -> LeftBench.outgoing("k", key + i)).toList());
    assertCommitted(Samples.complete(store, mine, Counters.raise("x").then(hundred)));
    List<Optional<WriteResult>> claims =
        Samples.written(
            store,
            IntStream.range(0, 25)
                .mapToObj(i -> new Write.Claim(Samples.claim(key + "-" + i % 20, "a")))
                .toList());
    List<Optional<CommitResult>> commits =
        Samples.together(
            store,
            IntStream.range(0, 25)
                .mapToObj(i -> Samples.atOnce(key + "+" + i, "a", Counters.raise("x")))
                .toList());
    assertThat(claims).hasSameSizeAs(commits);
    assertThat(new PostgresStore(source).listed(new ConsumerName("payments"))).isEmpty();
    PostgresBacklog backlog = new PostgresBacklog(source);
    backlog.begin(Duration.ofMinutes(5));
    Optional<String> lane = backlog.take(LeftBench.DESTINATION, "", LeftBench::refuseAll);
    assertThat(lane).contains("k");
    assertThat(new PostgresSweeper(source).sweep(Instant.MAX).left()).isZero();
    assertThat(PostgresSchema.check(source)).isEmpty();
  }
}
