package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.StoreException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Reads the listed records of a consumer, a page at a time. */
record ListedRecords(Database database, ConsumerName consumer) {
  private static final int PAGE = 50;

  /** A row that may be unreadable, with its place in the listing. */
  private record Row(
      long listedMs,
      String id,
      Optional<IdempotencyRecord> record,
      Optional<StoreException> fault) {
    static Row of(ResultSet row) throws SQLException {
      long listedMs = row.getLong(Column.LISTED_MS.sql());
      String id = row.getString(Column.ID.sql());
      try {
        return new Row(listedMs, id, Optional.of(RecordCodec.record(row)), Optional.empty());
      } catch (StoreException unreadable) {
        return new Row(listedMs, id, Optional.empty(), Optional.of(unreadable));
      }
    }
  }

  Stream<IdempotencyRecord> records(Consumer<StoreException> unreadable) {
    return Stream.iterate(
            page(Long.MIN_VALUE, ""),
            page -> !page.isEmpty(),
            page ->
                page.size() < PAGE
                    ? List.<Row>of()
                    : page(page.getLast().listedMs(), page.getLast().id()))
        .flatMap(List::stream)
        .peek(row -> row.fault().ifPresent(unreadable))
        .flatMap(row -> row.record().stream())
        .filter(Listing.OPEN::lists);
  }

  private List<Row> page(long listedMs, String id) {
    Sql select =
        Sql.of("SELECT " + Column.NAMES + " FROM effectively_once_record WHERE consumer = ?")
            .then(" AND listed_ms IS NOT NULL AND (listed_ms, id) > (?, ?)")
            .then(" ORDER BY listed_ms, id LIMIT " + PAGE);
    List<Sql.Value> values =
        List.of(Sql.Value.of(consumer.value()), Sql.Value.of(listedMs), Sql.Value.of(id));
    return database.statements(session -> session.query(new Sql(select.text(), values), Row::of));
  }
}
