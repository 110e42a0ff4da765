package dev.effectivelyonce.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.CommitResult;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * One claimed record, to complete with a work. Its pool has one connection, so that one that is not
 * given back fails the next call.
 */
final class WorkBench implements AutoCloseable {
  private final HikariDataSource source =
      LocalPostgres.pool(LocalPostgres.server().getPostgresDatabase(), 1);

  private final PostgresStore store = new PostgresStore(source);
  private final IdempotencyRecord mine;

  WorkBench() {
    Counters.empty(LocalPostgres.emptied());
    mine = Samples.claimed(store, "order-1");
  }

  DataSource source() {
    return source;
  }

  PostgresStore store() {
    return store;
  }

  IdempotencyRecord mine() {
    return mine;
  }

  IdempotencyRecord standing() {
    return store.find(mine.id()).orElseThrow();
  }

  CommitResult complete(SqlWork work) {
    return Samples.complete(store, mine, work);
  }

  /** Returns the outcome of a work that is refused, after a check that nothing happened. */
  Unsuccessful refusal(SqlWork work) {
    CommitResult result = complete(work);
    assertThat(store.find(mine.id())).contains(mine);
    assertThat(Counters.count(source, "x")).isZero();
    assertThat(Counters.count(source, "y")).isZero();
    return ((CommitResult.EffectRefused) result).outcome();
  }

  static void insert(Connection connection, String name) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO counter VALUES (?, 1)")) {
      insert.setString(1, name);
      insert.executeUpdate();
    }
  }

  @Override
  public void close() {
    source.close();
  }
}
