package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Sends the statements of several writes together, in one transaction. They go in the order of
 * their ids, so that two groups never wait for each other.
 */
record WriteGroups(Database database, Records records) implements GroupWriter {
  /** The limit of DynamoDB's store too: lanes hold few more writes at one moment. */
  private static final int LIMIT = 25;

  @Override
  public int limit() {
    return LIMIT;
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
    List<Optional<WriteResult>> results = new ArrayList<>();
    for (int i = 0; i < writes.size(); i++) {
      RecordWrite write = writes.get(i);
      results.add(
          changed.get(i) == 1
              ? Optional.of(new WriteResult.Written(write.after(write.known())))
              : refused(write, Records.find(session, write.id())));
    }
    return results;
  }

  /** Returns empty if the guard holds: another write came between, and this one goes alone. */
  private static Optional<WriteResult> refused(
      RecordWrite write, Optional<IdempotencyRecord> current) {
    return write.guard().holds(current)
        ? Optional.empty()
        : Optional.of(new WriteResult.Refused(current));
  }
}
