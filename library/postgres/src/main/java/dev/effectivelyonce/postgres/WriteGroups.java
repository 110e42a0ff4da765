package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Sends the statements of several writes together, in one transaction. They go in the order of
 * their ids, so that two groups never wait for each other.
 */
record WriteGroups(Database database, Records records) implements GroupWriter {
  /** The limit of DynamoDB's store too: lanes hold few more writes at one moment. */
  private static final int LIMIT = 25;

  /** Few, since each takes a connection of the pool, which handlers need too. */
  private static final int AT_ONCE = 2;

  @Override
  public int limit() {
    return LIMIT;
  }

  @Override
  public int maxConcurrentRequests() {
    return AT_ONCE;
  }

  @Override
  public void write(List<Write.Groupable> writes, Answers answers) {
    List<Integer> ordered =
        IntStream.range(0, writes.size())
            .boxed()
            .sorted(Comparator.comparing(i -> writes.get(i).id().value()))
            .toList();
    List<RecordWrite> planned = ordered.stream().map(i -> RecordWrite.of(writes.get(i))).toList();
    List<Optional<WriteResult>> results = database.statements(session -> sent(session, planned));
    for (int i = 0; i < results.size(); i++) {
      answers.answer(ordered.get(i), results.get(i));
    }
  }

  private List<Optional<WriteResult>> sent(Session session, List<RecordWrite> writes)
      throws SQLException {
    List<Integer> changed =
        session.updates(
            writes.stream().map(it -> it.statement(it.known(), records.listing())).toList());
    List<RecordWrite> refused =
        IntStream.range(0, writes.size())
            .filter(i -> changed.get(i) == 0)
            .mapToObj(writes::get)
            .toList();
    Map<String, ReadRow> standing = refused.isEmpty() ? Map.of() : standing(session, refused);
    return writes.stream()
        .map(
            it ->
                refused.contains(it)
                    ? refusal(it, Optional.ofNullable(standing.get(it.id().value())))
                    : Optional.<WriteResult>of(new WriteResult.Written(it.after(it.known()))))
        .toList();
  }

  /** Returns the rows of refused writes, as of after the refusal. */
  private static Map<String, ReadRow> standing(Session session, List<RecordWrite> refused)
      throws SQLException {
    List<Sql> ids = refused.stream().map(it -> Sql.of("?", Sql.Value.of(it.id().value()))).toList();
    return session.query(Records.selectByIds(ids), ReadRow::of).stream()
        .collect(Collectors.toMap(ReadRow::id, row -> row));
  }

  /** Returns empty for a write that is to go alone: one came between, or its row is unreadable. */
  private static Optional<WriteResult> refusal(RecordWrite write, Optional<ReadRow> row) {
    Optional<IdempotencyRecord> current = row.flatMap(ReadRow::record);
    boolean isUnreadable = row.flatMap(ReadRow::fault).isPresent();
    return isUnreadable || write.guard().holds(current)
        ? Optional.empty()
        : Optional.of(new WriteResult.Refused(current));
  }
}
