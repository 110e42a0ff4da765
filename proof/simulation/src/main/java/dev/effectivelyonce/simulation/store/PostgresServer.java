package dev.effectivelyonce.simulation.store;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.postgres.PostgresStore;
import dev.effectivelyonce.simulation.check.Records;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Faults;
import dev.effectivelyonce.simulation.kernel.Scheduler;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * A server of PostgreSQL with the table of records and one of effects, which the real store reaches
 * by JDBC. A write waits for a row that a transaction has changed, until that ends. A transaction
 * ends as a whole: with its COMMIT, whose answer may be lost, or, when its connection is lost, the
 * server restarts, or it meets another, as if it had never been.
 */
final class PostgresServer implements Server {
  /** The session was ended by the server. */
  static final String ADMIN_SHUTDOWN = "57P01";

  /** A row that was changed at a time, and what takes that back. */
  private record Done(Instant at, Runnable undo) {}

  private static final Duration[] EARLIER = {
    Duration.ofMillis(50), Duration.ofSeconds(1), Duration.ofSeconds(20), Duration.ofMinutes(2)
  };
  private static final String[] MET_ANOTHER = {"40001", "40P01"};
  private static final Duration UNNOTICED = Duration.ofSeconds(2);

  private final Table table;
  private final Records judged;
  private final Scheduler scheduler;
  private final Faults faults;
  private final Map<String, Map<String, Object>> rows = new HashMap<>();
  private final Map<String, PostgresSession> locks = new HashMap<>();
  private final Set<PostgresSession> sessions = new LinkedHashSet<>();
  private final List<Runnable> waiting = new ArrayList<>();
  private final Deque<Done> done = new ArrayDeque<>();

  PostgresServer(Table table, Records judged, Scheduler scheduler, Faults faults) {
    this.table = table;
    this.judged = judged;
    this.scheduler = scheduler;
    this.faults = faults;
  }

  @Override
  public IdempotencyStore truth() {
    return new PostgresStore(JdbcProxies.source(() -> new PostgresConnection(this)));
  }

  @Override
  public IdempotencyStore reachedBy(SimulatedStore way, List<Asked> asked) {
    return new PostgresStore(
        JdbcProxies.source(
            () -> {
              if (way.isAway()) {
                throw new SQLException("simulated", "08001");
              }
              if (faults.happens(Fault.POOL_EXHAUSTED)) {
                throw new SQLTransientConnectionException("simulated");
              }
              return new PostgresConnection(this, way, asked);
            }));
  }

  PostgresSession begin(List<Asked> asked, BooleanSupplier isClientAlive) {
    PostgresSession session = new PostgresSession(this, asked, isClientAlive);
    sessions.add(session);
    return session;
  }

  Table table() {
    return table;
  }

  Scheduler scheduler() {
    return scheduler;
  }

  /** What may go wrong with a statement that arrives. */
  void disturb(PostgresSession session) throws SQLException {
    if (faults.happens(Fault.SERVER_RESTARTS)) {
      List.copyOf(sessions).forEach(PostgresSession::die);
    }
    if (faults.happens(Fault.RESTORED)) {
      List.copyOf(sessions).forEach(PostgresSession::die);
      restore(scheduler.now().minus(faults.pick(EARLIER)));
    }
    if (session.isOpen() && faults.happens(Fault.WRITE_MEETS_ANOTHER)) {
      session.fail();
      throw new SQLException("simulated", MET_ANOTHER[faults.pick(MET_ANOTHER.length)]);
    }
  }

  Optional<Map<String, Object>> row(String id) {
    return Optional.ofNullable(rows.get(id));
  }

  /** Whether the row is the session's by now, to change it. */
  boolean locks(String id, PostgresSession session) {
    return locks.computeIfAbsent(id, ignored -> session) == session;
  }

  boolean isLockedByAnother(String id, PostgresSession session) {
    Optional<PostgresSession> holder = Optional.ofNullable(locks.get(id));
    holder.filter(it -> !it.hasClient()).ifPresent(this::lost);
    return holder.filter(it -> it != session).isPresent();
  }

  /** Whoever waits looks again. */
  void release(PostgresSession session) {
    if (locks.values().removeIf(it -> it == session)) {
      List<Runnable> woken = List.copyOf(waiting);
      waiting.clear();
      woken.forEach(Runnable::run);
    }
  }

  void waits(Runnable wake) {
    waiting.add(wake);
  }

  /** A connection is lost, and the server hears of it only after a while. */
  void lost(PostgresSession session) {
    scheduler.after(UNNOTICED, session::die);
  }

  void ended(PostgresSession session) {
    sessions.remove(session);
  }

  void put(String id, Map<String, Object> row) {
    Optional<Map<String, Object>> before = row(id);
    Runnable judgement = judged.moment(new RecordId(id));
    done.push(
        new Done(
            scheduler.now(),
            () -> {
              judgement.run();
              before.ifPresentOrElse(it -> rows.put(id, it), () -> rows.remove(id));
            }));
    rows.put(id, row);
  }

  /** What was committed since is as if it had never been: records, and the rows beside them. */
  private void restore(Instant moment) {
    while (!done.isEmpty() && done.peek().at().isAfter(moment)) {
      done.pop().undo().run();
      table.takenBack();
    }
  }

  @Override
  public void delete(RecordId id) {
    rows.remove(id.value());
  }

  Optional<IdempotencyRecord> record(RecordId id) {
    try {
      return truth().find(id);
    } catch (StoreException e) {
      throw new IllegalStateException(id + " is no record", e);
    }
  }
}
