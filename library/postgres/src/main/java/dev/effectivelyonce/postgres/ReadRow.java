package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.StoreException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * A row as read: its record, or the fault that keeps this release from reading it.
 *
 * @param listedMs its place among the listed records; 0 if it is not listed
 */
record ReadRow(
    String id, long listedMs, Optional<IdempotencyRecord> record, Optional<StoreException> fault) {

  static ReadRow of(ResultSet row) throws SQLException {
    String id = row.getString(Column.ID.sql());
    long listedMs = row.getLong(Column.LISTED_MS.sql());
    try {
      return new ReadRow(id, listedMs, Optional.of(RecordRow.record(row)), Optional.empty());
    } catch (StoreException unreadable) {
      return new ReadRow(id, listedMs, Optional.empty(), Optional.of(unreadable));
    }
  }
}
