package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.core.store.AuditLog;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Keeps the trail of a record in a table beside it, written in one transaction with the record. The
 * record's row is locked from its write on, so that operators of one record come one by one.
 */
record PostgresTrail(Database database, Records records) implements AuditLog {
  private static final String OF_ENTRY =
      " FROM effectively_once_trail WHERE record_id = ? AND entry_id = ?";

  @Override
  public WriteResult write(Write.ByOperator write, TrailEntry entry) {
    return database.transaction(session -> written(session, write, entry));
  }

  private WriteResult written(Session session, Write.ByOperator write, TrailEntry entry)
      throws SQLException {
    RecordWrite planned = RecordWrite.of(write);
    WriteResult before = new WriteResult.Written(planned.after(Optional.of(write.seen())));
    WriteResult result = records.write(session, planned);
    if (result instanceof WriteResult.Refused) {
      return has(session, write.id(), entry) ? before : result;
    }
    if (write instanceof Write.Erase) {
      erase(session, write.id());
    }
    long keptUntil = seconds(AuditLog.keptUntil(write, entry));
    if (session.update(insert(write.id(), entry, keptUntil)) == 0) {
      return before;
    }
    trim(session, write.id());
    session.commit();
    return result;
  }

  @Override
  public boolean erase(RecordId id, TrailEntry entry) {
    return database.transaction(session -> erased(session, id, entry));
  }

  private static boolean erased(Session session, RecordId id, TrailEntry entry)
      throws SQLException {
    Sql longest =
        Sql.of(
            "SELECT kept_until_s FROM effectively_once_trail WHERE record_id = ?"
                + " ORDER BY kept_until_s DESC LIMIT 1",
            Sql.Value.of(id.value()));
    Optional<Long> keptUntil = session.query(longest, row -> row.getLong(1)).stream().findFirst();
    if (keptUntil.isPresent() && session.update(insert(id, entry, keptUntil.get())) == 1) {
      erase(session, id);
      trim(session, id);
      session.commit();
    }
    return keptUntil.isPresent();
  }

  private static boolean has(Session session, RecordId id, TrailEntry entry) throws SQLException {
    Sql select = Sql.of("SELECT 1" + OF_ENTRY, Sql.Value.of(id.value()), Sql.Value.of(entry.id()));
    return !session.query(select, row -> row.getInt(1)).isEmpty();
  }

  private static Sql insert(RecordId id, TrailEntry entry, long keptUntilSeconds) {
    return Sql.of("INSERT INTO effectively_once_trail (record_id, entry_id, at_ms, actor, reason,")
        .then(" action, before, after, kept_until_s)")
        .then(
            " VALUES (?, ?, ?, ?, ?, ?, ?::jsonb, ?::jsonb, ?)",
            Sql.Value.of(id.value()),
            Sql.Value.of(entry.id()),
            Sql.Value.of(entry.at().toEpochMilli()),
            Sql.Value.bytes(Optional.of(entry.actor())),
            Sql.Value.bytes(entry.reason()),
            Sql.Value.of(entry.action()),
            Sql.Value.of(parts(entry.before())),
            Sql.Value.of(parts(entry.after())),
            Sql.Value.of(keptUntilSeconds))
        .then(" ON CONFLICT (record_id, entry_id) DO NOTHING");
  }

  private static long seconds(Instant until) {
    return until.plusMillis(999).getEpochSecond();
  }

  /** Keeps the latest entries, and all of them as long as the one that is kept longest. */
  private static void trim(Session session, RecordId id) throws SQLException {
    Sql.Value record = Sql.Value.of(id.value());
    List<Integer> ignored =
        session.updates(
            List.of(
                Sql.of(
                    "UPDATE effectively_once_trail SET kept_until_s = longest.until FROM"
                        + " (SELECT max(kept_until_s) AS until FROM effectively_once_trail"
                        + " WHERE record_id = ?) AS longest"
                        + " WHERE record_id = ? AND kept_until_s < longest.until",
                    record,
                    record),
                Sql.of(
                    "DELETE FROM effectively_once_trail WHERE record_id = ? AND place <="
                        + " (SELECT place FROM effectively_once_trail WHERE record_id = ?"
                        + " ORDER BY place DESC LIMIT 1 OFFSET "
                        + KEPT
                        + ")",
                    record,
                    record)));
  }

  private static void erase(Session session, RecordId id) throws SQLException {
    int ignored =
        session.update(
            Sql.of(
                "UPDATE effectively_once_trail SET before = before - ?, after = after - ?"
                    + " WHERE record_id = ?",
                Sql.Value.of(TrailEntry.ERROR),
                Sql.Value.of(TrailEntry.ERROR),
                Sql.Value.of(id.value())));
  }

  @Override
  public List<TrailEntry> entries(RecordId id) {
    Sql select =
        Sql.of(
            "SELECT * FROM effectively_once_trail WHERE record_id = ? ORDER BY place",
            Sql.Value.of(id.value()));
    return database.statements(session -> session.query(select, PostgresTrail::entry));
  }

  private static TrailEntry entry(ResultSet row) throws SQLException {
    return new TrailEntry(
        row.getString("entry_id"),
        Instant.ofEpochMilli(row.getLong("at_ms")),
        RecordRow.text(row, "actor").orElse(""),
        RecordRow.text(row, "reason"),
        row.getString("action"),
        parts(row.getString("before")),
        parts(row.getString("after")));
  }

  private static String parts(Map<String, String> parts) {
    return JsonTexts.of(
        parts.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, it -> JsonTexts.base64(it.getValue()))));
  }

  private static Map<String, String> parts(String json) {
    return JsonTexts.parsed(json).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, it -> JsonTexts.fromBase64(it.getValue())));
  }
}
