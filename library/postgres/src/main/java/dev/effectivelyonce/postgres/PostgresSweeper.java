package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.store.StoreException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;

/**
 * Deletes expired rows, because PostgreSQL does not delete them by itself. Call it on a schedule,
 * for example every hour. It reads each table from end to end, one megabyte per transaction, and
 * does not wait for locks, so several sweepers may run at once.
 *
 * <p>A record that is half done is kept until it ends. A row is deleted only if it has expired by
 * both this machine's clock and the server's, so that one wrong clock does not delete anything too
 * early.
 */
public final class PostgresSweeper {
  private static final List<String> TABLES =
      List.of("effectively_once_record", "effectively_once_trail", "effectively_once_observed");

  private static final int PAGES = 128;

  private final Database database;
  private final Platform platform;

  /**
   * The result of a sweep.
   *
   * @param deleted the number of deleted rows
   * @param left the number of pieces that were not checked for lack of time
   */
  public record Swept(long deleted, int left) {
    private Swept plus(Swept other) {
      return new Swept(deleted + other.deleted, left + other.left);
    }
  }

  /** Creates a sweeper. It does not call the database yet. */
  public PostgresSweeper(DataSource source) {
    this(source, Platform.system());
  }

  PostgresSweeper(DataSource source, Platform platform) {
    this.database = new Database(source, TimeLimit.unlimited());
    this.platform = platform;
  }

  /**
   * Deletes expired rows. It begins at a random position of each table, so that even sweeps that
   * run out of time reach every position in the long run.
   *
   * @param stopAt the time after which no further piece begins
   * @throws StoreException if the database can't be reached or used; rows that were already deleted
   *     stay deleted
   */
  public Swept sweep(Instant stopAt) {
    return TABLES.stream().map(table -> sweep(table, stopAt)).reduce(new Swept(0, 0), Swept::plus);
  }

  private Swept sweep(String table, Instant stopAt) {
    int pieces = database.statements(session -> pieces(session, table));
    int first = platform.random().nextInt(pieces);
    long deleted = 0;
    for (int i = 0; i < pieces; i++) {
      Instant now = platform.clock().instant();
      if (!now.isBefore(stopAt)) {
        return new Swept(deleted, pieces - i);
      }
      Sql delete = delete(table, (first + i) % pieces, now);
      deleted += database.statements(session -> session.update(delete));
    }
    return new Swept(deleted, 0);
  }

  private static int pieces(Session session, String table) throws SQLException {
    Sql select =
        Sql.of(
            "SELECT pg_relation_size('%s') / current_setting('block_size')::bigint"
                .formatted(table));
    long pages = session.query(select, row -> row.getLong(1)).getFirst();
    return Math.toIntExact(pages / PAGES + 1);
  }

  private static Sql delete(String table, int piece, Instant now) {
    long from = (long) piece * PAGES;
    return Sql.of(
        """
        DELETE FROM %1$s WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM %1$s WHERE ctid >= '(%2$s,0)' AND ctid < '(%3$s,0)'
            AND kept_until_s <= least(?, extract(epoch FROM now())::bigint)
            FOR UPDATE SKIP LOCKED))
        """
            .formatted(table, from, from + PAGES),
        Sql.Value.of(now.getEpochSecond()));
  }
}
