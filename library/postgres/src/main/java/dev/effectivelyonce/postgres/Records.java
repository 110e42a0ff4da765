package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Refused;
import dev.effectivelyonce.core.store.WriteResult.Written;
import java.sql.SQLException;
import java.util.Optional;

/** Reads and writes rows of records on a connection. */
record Records(Listing listing) {
  /** How often a write may find that another one has come between, before it gives up. */
  private static final int TRIES = 8;

  static Optional<IdempotencyRecord> find(Session session, RecordId id) throws SQLException {
    Sql select =
        Sql.of(
            "SELECT " + Column.NAMES + " FROM effectively_once_record WHERE id = ?",
            Sql.Value.of(id.value()));
    return session.query(select, RecordCodec::record).stream().findFirst();
  }

  /**
   * Carries a write out. Nothing is read before it. A refusal reads the record in a statement of
   * its own, since the refused one may not see the winner's row.
   */
  WriteResult write(Session session, RecordWrite write) throws SQLException {
    Optional<IdempotencyRecord> base = write.known();
    for (int tries = 0; tries < TRIES; tries++) {
      if (session.update(write.statement(base, listing)) == 1) {
        return new Written(write.after(base));
      }
      base = find(session, write.id());
      if (!write.guard().holds(base)) {
        return new Refused(base);
      }
    }
    throw new StoreException(
        StoreException.Kind.THROTTLED,
        "The record " + write.id() + " was changed by others again and again",
        "Try again; if it lasts, find out who writes it",
        null);
  }
}
