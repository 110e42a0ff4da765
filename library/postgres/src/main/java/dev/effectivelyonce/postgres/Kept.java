package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.StoreException;
import java.sql.SQLException;
import java.util.List;

/** The place where a commit keeps its result. It was written before the work, as far as known. */
sealed interface Kept {
  /** The record, which has a result already. */
  record ByRecord(RecordId id, StoredResult written) implements Kept {
    @Override
    public StoredResult keep(Session session, StoredResult result) throws SQLException {
      if (!result.equals(written)) {
        update(session, "effectively_once_record", "id", id.value(), result);
      }
      return result;
    }
  }

  /** The row of an attempt that only observes, and has no record. */
  record ByAttempt(AttemptId attempt) implements Kept {
    /** Remembers the attempt for a day, longer than any commit is repeated. */
    private static final String INSERT =
        "INSERT INTO effectively_once_observed (owner, kept_until_s, result_kind, result_size)"
            + " VALUES (?, extract(epoch FROM now())::bigint + 86400, 'NONE', 0)"
            + " ON CONFLICT (owner) DO NOTHING";

    boolean isNew(Session session) throws SQLException {
      return session.update(Sql.of(INSERT, Sql.Value.of(attempt.value()))) == 1;
    }

    /** Returns what was kept when the attempt was new. */
    StoredResult result(Session session) throws SQLException {
      List<StoredResult> kept =
          session.query(
              Sql.of(
                  "SELECT * FROM effectively_once_observed WHERE owner = ?",
                  Sql.Value.of(attempt.value())),
              RecordRow::result);
      return kept.getFirst();
    }

    @Override
    public StoredResult keep(Session session, StoredResult result) throws SQLException {
      if (!result.equals(StoredResult.none())) {
        update(session, "effectively_once_observed", "owner", attempt.value(), result);
      }
      return result;
    }
  }

  /** Keeps the result, and returns it. */
  StoredResult keep(Session session, StoredResult result) throws SQLException;

  private static void update(
      Session session, String table, String key, String value, StoredResult result)
      throws SQLException {
    Sql update =
        Sql.of(
            "UPDATE %s SET result_kind = ?, result = ?, result_size = ? WHERE %s = ?"
                .formatted(table, key),
            Column.RESULT_KIND.value(RecordRow.kind(result)),
            Sql.Value.bytes(RecordRow.text(result)),
            Column.RESULT_SIZE.value(RecordRow.omittedBytes(result)),
            Sql.Value.of(value));
    if (session.update(update) != 1) {
      throw new StoreException(
          StoreException.Kind.MISCONFIGURED,
          "The row that keeps the result of a work is gone: the work itself took it away",
          "Let the work keep away from the tables of this library",
          null);
    }
  }
}
