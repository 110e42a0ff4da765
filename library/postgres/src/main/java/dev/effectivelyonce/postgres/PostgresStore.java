package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.Required;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.AuditLog;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.RecordListing;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * The store in the tables of {@code V1__effectively_once.sql}, by plain JDBC. Each write is one
 * conditional statement without a read before it; a refusal reads the record in a second one.
 *
 * <p>Use one instance for all threads. It takes a connection for each call, gives it back as it
 * came, and does not close the DataSource. Nothing is set for a session, so a proxy may share it.
 *
 * <p>The schema of its tables is found once, by the search_path of the first connection that leads
 * to them, and named in each statement from then on.
 */
public final class PostgresStore implements IdempotencyStore, RecordListing {
  private final Database database;
  private final Records records;
  private final Savepoint savepoint;

  /**
   * Makes a store that lists {@link Listing#FAILED_AND_HELD} records. Nothing is called before the
   * first message.
   *
   * @param source gives a connection of its own for each call, best from a pool; it joins no
   *     transaction that is under way
   * @throws ConfigurationException if the DataSource is missing
   */
  public PostgresStore(DataSource source) {
    this(source, Listing.FAILED_AND_HELD);
  }

  /**
   * Makes a store that lists the records chosen.
   *
   * @param source gives a connection of its own for each call, best from a pool; it joins no
   *     transaction that is under way
   * @throws ConfigurationException if the DataSource is missing
   */
  public PostgresStore(DataSource source, Listing listing) {
    this(
        new Database(
            Required.value(source, "The store has no DataSource", "Pass one, such as a pool"),
            TimeLimit.unlimited()),
        new Records(listing),
        Savepoint.drawn(Platform.system().random()));
  }

  private PostgresStore(Database database, Records records, Savepoint savepoint) {
    this.database = database;
    this.records = records;
    this.savepoint = savepoint;
  }

  /**
   * {@inheritDoc} Here: by bounds of the wait for a connection, of the socket, of statements and of
   * waits for locks.
   */
  @Override
  public IdempotencyStore withDeadline(Instant deadline) {
    return new PostgresStore(database.withDeadline(deadline), records, savepoint);
  }

  @Override
  public WriteResult write(Write write) {
    return database.statements(session -> records.write(session, RecordWrite.of(write)));
  }

  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    return database.statements(session -> Records.find(session, id));
  }

  /** {@inheritDoc} Here: up to 25, in one transaction and one round trip. */
  @Override
  public Optional<GroupWriter> groups() {
    return Optional.of(new WriteGroups(database, records));
  }

  /** {@inheritDoc} Here: of a {@link SqlWork}, in one transaction of the DataSource. */
  @Override
  public Optional<Transactions> transactions() {
    return Optional.of(new PostgresTransactions(database, records, savepoint));
  }

  /** {@inheritDoc} Here: in one transaction. */
  @Override
  public Optional<AuditLog> trail() {
    return Optional.of(new PostgresTrail(database, records));
  }

  @Override
  public Stream<IdempotencyRecord> listed(ConsumerName consumer) {
    return listed(
        consumer,
        unreadable -> {
          throw unreadable;
        });
  }

  @Override
  public Stream<IdempotencyRecord> listed(
      ConsumerName consumer, Consumer<StoreException> unreadable) {
    return new ListedRecords(database, consumer).records(unreadable);
  }
}
