package dev.effectivelyonce.simulation.store;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.BooleanSupplier;

/** A session of the server, with the transaction that it may be in. */
final class PostgresSession {
  static final String EFFECT = "INSERT INTO effect (number) VALUES (?)";

  /** A row as the transaction leaves it, and the effects that came after it. */
  private record Change(Map<String, Object> row, List<Integer> effects) {}

  /** The answer to a statement. */
  record Answer(int changed, List<Map<String, Object>> rows) {}

  private final PostgresServer server;
  private final List<Asked> asked;
  private final BooleanSupplier isClientAlive;
  private SequencedMap<String, Change> changes = new LinkedHashMap<>();
  private Map<String, Change> saved = Map.of();
  private boolean isFailed;
  private boolean isDead;

  PostgresSession(PostgresServer server, List<Asked> asked, BooleanSupplier isClientAlive) {
    this.server = server;
    this.asked = asked;
    this.isClientAlive = isClientAlive;
  }

  boolean hasClient() {
    return isClientAlive.getAsBoolean();
  }

  /** Whether there is something to roll back. */
  boolean isOpen() {
    return !changes.isEmpty();
  }

  void die() {
    isDead = true;
    rollBack();
    server.ended(this);
  }

  /** Its transaction does nothing any more, but to go back. */
  void fail() {
    isFailed = true;
  }

  void rollBack() {
    changes.clear();
    saved = Map.of();
    isFailed = false;
    server.release(this);
  }

  /** Returns the answer; empty while another has the row that is to be changed. */
  Optional<Answer> run(SqlRows statement) throws SQLException {
    checkAlive();
    String text = statement.text();
    if (text.startsWith("SAVEPOINT")) {
      saved = copy(changes);
      return changed(0);
    }
    if (text.startsWith("ROLLBACK TO SAVEPOINT")) {
      changes = new LinkedHashMap<>(copy(saved));
      isFailed = false;
      return changed(0);
    }
    if (isFailed) {
      throw new SQLException("simulated", "25P02");
    }
    if (text.startsWith("RELEASE SAVEPOINT")) {
      return changed(0);
    }
    if (text.equals(EFFECT)) {
      owner().effects().add(((Number) statement.values().getFirst().orElseThrow()).intValue());
      return changed(1);
    }
    return text.startsWith(SqlRows.SELECT) ? Optional.of(selected(statement)) : written(statement);
  }

  /** The record of an effect: the last that was written, or one that was not, by a mistake. */
  private Change owner() {
    if (changes.isEmpty()) {
      String id = asked.getFirst().id().value();
      changes.put(id, new Change(server.row(id).orElseThrow(), new ArrayList<>()));
    }
    return changes.lastEntry().getValue();
  }

  private Answer selected(SqlRows select) {
    return new Answer(0, select.ids().stream().flatMap(id -> row(id).stream()).toList());
  }

  private Optional<Map<String, Object>> row(String id) {
    return Optional.ofNullable(changes.get(id)).map(Change::row).or(() -> server.row(id));
  }

  /** An update passes a row by that does not fit; an insert waits for who may insert the same. */
  private Optional<Answer> written(SqlRows write) {
    String id = write.ids().getFirst();
    boolean fits = write.after(row(id)).isPresent();
    if (server.isLockedByAnother(id, this)) {
      return fits || write.isInsert() ? Optional.empty() : changed(0);
    }
    Optional<Map<String, Object>> after = write.after(row(id));
    if (after.isEmpty() || !server.locks(id, this)) {
      return changed(0);
    }
    List<Integer> effects =
        Optional.ofNullable(changes.get(id)).map(Change::effects).orElseGet(ArrayList::new);
    changes.put(id, new Change(after.get(), effects));
    return changed(1);
  }

  private static Optional<Answer> changed(int rows) {
    return Optional.of(new Answer(rows, List.of()));
  }

  private static Map<String, Change> copy(Map<String, Change> changes) {
    Map<String, Change> copy = new LinkedHashMap<>();
    changes.forEach((id, it) -> copy.put(id, new Change(it.row(), new ArrayList<>(it.effects()))));
    return copy;
  }

  /** All of it happens now. What failed is rolled back, and its driver is silent about that. */
  void commit() throws SQLException {
    checkAlive();
    Map<String, Change> done = isFailed ? Map.of() : copy(changes);
    done.forEach(this::happens);
    rollBack();
  }

  private void happens(String id, Change change) {
    RecordId record = new RecordId(id);
    Optional<IdempotencyRecord> before = server.record(record);
    server.put(id, change.row());
    asked.stream()
        .filter(it -> it.id().equals(record))
        .forEach(
            it -> server.table().committed(it, before, server.record(record), change.effects()));
  }

  private void checkAlive() throws SQLException {
    if (isDead) {
      throw new SQLException("simulated", PostgresServer.ADMIN_SHUTDOWN);
    }
  }
}
