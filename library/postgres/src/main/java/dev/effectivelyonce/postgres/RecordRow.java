package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.Generation;
import dev.effectivelyonce.core.key.PayloadCheck;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claimant;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.StoredResult.None;
import dev.effectivelyonce.core.record.StoredResult.Omitted;
import dev.effectivelyonce.core.record.StoredResult.Reason;
import dev.effectivelyonce.core.record.StoredResult.Text;
import dev.effectivelyonce.core.record.TraceParent;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** Reads records from rows, and says how results are kept. */
final class RecordRow {
  private static final String NONE = "NONE";
  private static final String TEXT = "TEXT";

  private RecordRow() {}

  /** Returns the record with a result that UTF-8 can hold: by now the effect has happened. */
  static IdempotencyRecord fitted(IdempotencyRecord record) {
    return record.fitted(RecordRow::fitted, why -> why);
  }

  static StoredResult fitted(StoredResult result) {
    return text(result).filter(it -> !StandardCharsets.UTF_8.newEncoder().canEncode(it)).isPresent()
        ? new Omitted(Reason.NOT_SERIALIZABLE, 0)
        : result;
  }

  /** Returns the name of the consumer, which is all before the first {@code #}. */
  static String consumer(RecordId id) {
    return id.value().split("#", 2)[0];
  }

  /** Returns the kind of a result: none, a text, or why it is not kept. */
  static String kind(StoredResult result) {
    return switch (result) {
      case None ignored -> NONE;
      case Text ignored -> TEXT;
      case Omitted omitted -> omitted.reason().name();
    };
  }

  static Optional<String> text(StoredResult result) {
    return result instanceof Text(String value) ? Optional.of(value) : Optional.empty();
  }

  static int omittedBytes(StoredResult result) {
    return result instanceof Omitted omitted ? omitted.sizeBytes() : 0;
  }

  static StoredResult result(String kind, Optional<String> text, int sizeBytes) {
    return switch (kind) {
      case NONE -> StoredResult.none();
      case TEXT -> new Text(text.orElseThrow());
      default -> new Omitted(Reason.valueOf(kind), sizeBytes);
    };
  }

  /**
   * Returns the record of the row that a result stands at.
   *
   * @throws StoreException if this release can't read it
   */
  static IdempotencyRecord record(ResultSet row) throws SQLException {
    String id = string(row, Column.ID).orElse("without id");
    try {
      return record(row, new RecordId(id));
    } catch (RuntimeException e) {
      throw new StoreException(
          StoreException.Kind.UNREADABLE,
          "The record " + id + " can't be read (" + e.getClass().getSimpleName() + ")",
          "Repair or delete its row, or use a release that knows its format",
          e);
    }
  }

  private static IdempotencyRecord record(ResultSet row, RecordId id) throws SQLException {
    return new IdempotencyRecord(
        id,
        Status.valueOf(string(row, Column.STATUS).orElseThrow()),
        new AttemptId(string(row, Column.OWNER).orElseThrow()),
        positive(row.getInt(Column.ATTEMPT.sql())),
        Instant.ofEpochMilli(row.getLong(Column.LEASE_MS.sql())),
        new WriteTimestamp(
            Instant.ofEpochMilli(row.getLong(Column.UPDATED_MS.sql())),
            Instant.ofEpochSecond(row.getLong(Column.KEPT_UNTIL_S.sql()))),
        string(row, Column.FINGERPRINT).map(Fingerprint::new),
        text(row, Column.READABLE_KEY.sql()),
        result(row),
        text(row, Column.ERROR.sql()).map(ErrorSummary::new),
        StepText.steps(string(row, Column.STEPS).orElseThrow()),
        string(row, Column.GENERATION).map(Generation::new),
        new Claimant(
            string(row, Column.FUNCTION),
            string(row, Column.PAYLOAD_CHECK).map(PayloadCheck::new),
            string(row, Column.TRACEPARENT).flatMap(TraceParent::ofRecord)),
        row.getInt(Column.ACKNOWLEDGED.sql()));
  }

  static StoredResult result(ResultSet row) throws SQLException {
    return result(
        string(row, Column.RESULT_KIND).orElseThrow(),
        text(row, Column.RESULT.sql()),
        row.getInt(Column.RESULT_SIZE.sql()));
  }

  private static int positive(int attempt) {
    if (attempt < 1) {
      throw new IllegalArgumentException("The attempt is " + attempt + ", less than 1");
    }
    return attempt;
  }

  private static Optional<String> string(ResultSet row, Column column) throws SQLException {
    return Optional.ofNullable(row.getString(column.sql()));
  }

  /** Returns the text of a column of bytes. */
  static Optional<String> text(ResultSet row, String column) throws SQLException {
    return Optional.ofNullable(row.getBytes(column))
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
  }
}
