package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.outbox.OutboxBacklog;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The waiting messages of a {@link PostgresOutbox}. The first message of a lane is its lock: a
 * publisher that has locked this row has the lane, and others skip it ({@code SKIP LOCKED}). A
 * message is deleted in the transaction in which it was taken, so that it keeps waiting after a
 * crash.
 *
 * <p>The transaction stays open while messages are sent. If the publisher freezes, the server ends
 * its session after a minute and releases the lanes. A call to the database has a time limit of 30
 * seconds, so that it fails if the server disappears without an answer. The role needs {@code
 * SELECT, UPDATE, DELETE} on {@code effectively_once_outbox}.
 */
public final class PostgresBacklog implements OutboxBacklog {
  private static final Logger LOG = LoggerFactory.getLogger(PostgresBacklog.class);

  private static final Duration CALL = Duration.ofSeconds(30);

  /** Lets each statement see what others have committed, whatever the pool asks for. */
  private static final Sql EACH_STATEMENT =
      Sql.of("SET TRANSACTION ISOLATION LEVEL READ COMMITTED");

  private static final Sql BOUND = Sql.of("SET LOCAL idle_in_transaction_session_timeout = '1min'");

  private static final String NOW_MS = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

  /**
   * Jumps from lane to lane by the index, however many messages a lane has. The one with the
   * highest number is where the next call goes on.
   */
  private static final String FIRST_OF_LANES =
      """
      WITH RECURSIVE lanes(lane, number) AS (
        (SELECT lane, 1 FROM effectively_once_outbox
          WHERE destination = ? AND refused_ms IS NULL AND lane > ? ORDER BY lane LIMIT 1)
        UNION ALL
        SELECT (SELECT more.lane FROM effectively_once_outbox more
          WHERE more.destination = ? AND more.refused_ms IS NULL AND more.lane > lanes.lane
          ORDER BY more.lane LIMIT 1), lanes.number + 1
        FROM lanes WHERE lanes.lane IS NOT NULL AND lanes.number < 10)
      SELECT lanes.number, lanes.lane, (SELECT first.id FROM effectively_once_outbox first
          WHERE first.lane = lanes.lane AND first.refused_ms IS NULL
          ORDER BY first.place LIMIT 1) AS id
        FROM lanes WHERE lanes.lane IS NOT NULL
      """;

  private final Database database;

  /** The first message of a lane, of whatever destination. */
  private record First(int number, String lane, String id) {}

  /** A message whose row is locked; empty if this release can't read it. */
  private record Taken(String id, Optional<OutboxMessage> message) {
    static Taken of(ResultSet row) throws SQLException {
      String id = row.getString("id");
      try {
        return new Taken(id, Optional.of(OutboxRow.message(row)));
      } catch (RuntimeException e) {
        LOG.error("The message {} in the outbox can't be read, and stays", id, e);
        return new Taken(id, Optional.empty());
      }
    }
  }

  /** Creates a backlog. It does not call the database yet. */
  public PostgresBacklog(DataSource source) {
    this(source, CALL);
  }

  PostgresBacklog(DataSource source, Duration call) {
    this.database = new Database(source, TimeLimit.ofEachCall(call));
  }

  @Override
  public void begin(Duration refusedFor) {
    Sql probe = Sql.of("DELETE FROM effectively_once_outbox WHERE id = ''");
    Sql again =
        Sql.of(
            "UPDATE effectively_once_outbox SET refused_ms = NULL WHERE id IN (SELECT id FROM"
                + " effectively_once_outbox WHERE refused_ms <= "
                + NOW_MS
                + " - ? ORDER BY refused_ms LIMIT 100 FOR UPDATE SKIP LOCKED)",
            Sql.Value.of(refusedFor.toMillis()));
    List<Integer> ignored = database.statements(session -> session.updates(List.of(probe, again)));
  }

  @Override
  public Map<String, Instant> oldest() {
    Sql select =
        Sql.of(
            "SELECT destination, min(created_ms) FROM effectively_once_outbox GROUP BY"
                + " destination");
    return database
        .statements(
            session ->
                session.query(
                    select,
                    row -> Map.entry(row.getString(1), Instant.ofEpochMilli(row.getLong(2)))))
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Override
  public Optional<String> take(String destination, String afterLane, Sender sender) {
    return database.transaction(
        session -> {
          session.first(EACH_STATEMENT);
          session.first(BOUND);
          List<First> firsts = firsts(session, destination, afterLane);
          List<Taken> taken = firsts.isEmpty() ? List.of() : locked(session, destination, firsts);
          end(session, answers(taken, sender));
          return firsts.stream().max(Comparator.comparingInt(First::number)).map(First::lane);
        });
  }

  private static List<First> firsts(Session session, String destination, String afterLane)
      throws SQLException {
    Sql select =
        Sql.of(
            FIRST_OF_LANES,
            Sql.Value.of(destination),
            Sql.Value.of(afterLane),
            Sql.Value.of(destination));
    return session.query(
        select, row -> new First(row.getInt(1), row.getString(2), row.getString(3)));
  }

  /** Locks those that are of the destination, and that nobody else has sent or is sending. */
  private static List<Taken> locked(Session session, String destination, List<First> firsts)
      throws SQLException {
    Sql select =
        Sql.of("SELECT " + OutboxRow.COLUMNS + " FROM effectively_once_outbox WHERE ")
            .then(OutboxRow.isOneOf(firsts.stream().map(First::id).toList()))
            .and("destination = ?", Sql.Value.of(destination))
            .and("refused_ms IS NULL ORDER BY place FOR UPDATE SKIP LOCKED");
    return session.query(select, Taken::of);
  }

  /** Returns what became of them. What can't be read is refused, and holds nothing. */
  private static Answers answers(List<Taken> taken, Sender sender) {
    List<OutboxMessage> messages = taken.stream().flatMap(it -> it.message().stream()).toList();
    Answers answers = messages.isEmpty() ? new Answers(Set.of(), Set.of()) : sender.send(messages);
    Stream<String> unreadable = taken.stream().filter(it -> it.message().isEmpty()).map(Taken::id);
    return new Answers(
        answers.sent(),
        Stream.concat(answers.refused().stream(), unreadable).collect(Collectors.toSet()));
  }

  private static void end(Session session, Answers answers) throws SQLException {
    List<Sql> ends = new ArrayList<>();
    ends.addAll(ofAny("DELETE FROM effectively_once_outbox", answers.sent()));
    ends.addAll(
        ofAny("UPDATE effectively_once_outbox SET refused_ms = " + NOW_MS, answers.refused()));
    if (!ends.isEmpty()) {
      List<Integer> ignored = session.updates(ends);
      session.commit();
    }
  }

  private static List<Sql> ofAny(String statement, Set<String> ids) {
    return ids.isEmpty()
        ? List.of()
        : List.of(Sql.of(statement + " WHERE ").then(OutboxRow.isOneOf(ids)));
  }
}
