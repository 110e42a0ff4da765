package dev.effectivelyonce.postgres;

import static dev.effectivelyonce.postgres.Samples.assertCommitted;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.outbox.OutboxBacklog.Answers;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A session's search_path, or a temporary table, leads to other tables of the library's names. */
class HomeTest {
  private static final List<SchemaTable> TABLES =
      List.of(SchemaTable.RECORD, SchemaTable.TRAIL, SchemaTable.OBSERVED, SchemaTable.OUTBOX);

  private final WorkBench bench = new WorkBench();
  private final HikariDataSource pool = (HikariDataSource) bench.source();
  private final PostgresOutbox outbox = new PostgresOutbox(Platform.system().clock());

  HomeTest() {
    for (String schema : List.of("shadow", "\"Sha dow\"")) {
      LocalPostgres.run(pool, "DROP SCHEMA IF EXISTS " + schema + " CASCADE");
      LocalPostgres.run(pool, "CREATE SCHEMA " + schema);
      for (SchemaTable table : TABLES) {
        LocalPostgres.run(
            pool,
            "CREATE TABLE %s.%s (LIKE public.%s INCLUDING ALL)"
                .formatted(schema, table.sql(), table.sql()));
      }
    }
  }

  @AfterEach
  void close() {
    LocalPostgres.run(
        LocalPostgres.source(),
        "DROP SCHEMA IF EXISTS shadow CASCADE; DROP SCHEMA IF EXISTS \"Sha dow\" CASCADE");
    bench.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT set_config('search_path', 'shadow, public', false)",
        "SET search_path = \"Sha dow\", public",
        "CREATE TEMP TABLE effectively_once_record (LIKE public.effectively_once_record"
            + " INCLUDING ALL); CREATE TEMP TABLE effectively_once_outbox"
            + " (LIKE public.effectively_once_outbox INCLUDING ALL)"
      })
  void eachCallGoesToTheTablesThatWereFoundFirst(String leading) {
    PostgresStore store = bench.store();
    PostgresBacklog backlog = new PostgresBacklog(pool);
    PostgresSweeper sweeper = new PostgresSweeper(pool);
    backlog.begin(Duration.ofMinutes(5));
    assertThat(sweeper.sweep(Instant.EPOCH).deleted()).isZero();
    LocalPostgres.run(pool, leading);

    SqlWork work =
        Counters.raise("x")
            .then(outbox.message(LeftBench.attempt("m"), LeftBench.outgoing("k", "m")));
    assertCommitted(Samples.complete(store, bench.mine(), work));
    assertThat(store.claim(Samples.claim("order-1", "b")))
        .isEqualTo(new WriteResult.Refused(Optional.of(bench.standing())));
    assertThat(Samples.written(store, List.of(new Write.Claim(Samples.claim("order-1", "c")))))
        .singleElement()
        .satisfies(it -> assertThat(it.orElseThrow()).isInstanceOf(WriteResult.Refused.class));
    assertThat(Samples.commit(store, Samples.atOnce("order-1", "d", Counters.raise("x"))))
        .isInstanceOf(CommitResult.Refused.class);
    assertThat(Counters.count(LocalPostgres.source(), "x")).isEqualTo(1);
    assertThat(
            backlog.take(
                LeftBench.DESTINATION, "", taken -> new Answers(LeftBench.ids(taken), Set.of())))
        .contains("k");
    assertThat(sweeper.sweep(Instant.MAX).deleted()).isPositive();
  }

  @Test
  void aPathOfThePoolLeadsToTheTables() {
    HikariDataSource other = LocalPostgres.pool(LocalPostgres.server().getPostgresDatabase(), 1);
    try (other) {
      LocalPostgres.run(other, "SET search_path = \"Sha dow\", public");
      PostgresStore there = new PostgresStore(other);
      IdempotencyRecord mine = Samples.claimed(there, "order-1");

      assertCommitted(Samples.complete(there, mine, Counters.raise("x")));
      assertThat(there.claim(Samples.claim("order-1", "b")))
          .isInstanceOf(WriteResult.Refused.class);
      assertThat(new PostgresSweeper(other).sweep(Instant.MAX).left()).isZero();
      assertThat(bench.standing()).isEqualTo(bench.mine());
    }
  }
}
