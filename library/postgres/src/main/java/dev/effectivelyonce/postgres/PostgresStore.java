package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.Required;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.AuditLog;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.RecordListing;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.sql.Connection;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * A store in PostgreSQL that uses plain JDBC and the tables of {@code V1__effectively_once.sql}.
 * Each write is one conditional statement without a read before it; after a refusal, a second
 * statement reads the record.
 *
 * <p>Use one instance for all threads. It takes a connection for each call, returns it unchanged,
 * and does not close the DataSource. It does not change session settings, so a proxy may share
 * sessions.
 *
 * <p>The store determines the schema of its tables once, from the search_path of the first
 * connection on which it finds them, and then uses the schema's name in each statement.
 */
public final class PostgresStore implements IdempotencyStore, RecordListing {
  private final Database database;
  private final Records records;
  private final Savepoint savepoint;

  /**
   * Creates a store that lists {@link Listing#FAILED_AND_HELD} records. It does not call the
   * database before the first message.
   *
   * @param source supplies a connection for each call, preferably from a pool; the connection must
   *     not take part in a transaction that is already running
   * @throws ConfigurationException if the DataSource is missing
   */
  public PostgresStore(DataSource source) {
    this(source, Listing.FAILED_AND_HELD);
  }

  /**
   * Creates a store that lists the given choice of records.
   *
   * @param source supplies a connection for each call, preferably from a pool; the connection must
   *     not take part in a transaction that is already running
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
   * {@inheritDoc} This store limits the wait for a connection, the socket, the statements and the
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

  /** {@inheritDoc} This store writes up to 25 records in one transaction and one round trip. */
  @Override
  public Optional<GroupWriter> groups() {
    return Optional.of(new WriteGroups(database, records));
  }

  /**
   * {@inheritDoc} This store carries out a {@link SqlWork} in one transaction of the DataSource.
   */
  @Override
  public Optional<Transactions> transactions() {
    return Optional.of(new PostgresTransactions(database, records, savepoint));
  }

  /**
   * Returns the transactions that write a record and a {@link SqlWork} in the transaction that is
   * open on a connection, such as that of a framework. They neither commit nor roll back: the
   * caller commits if the answer is {@link CommitResult.Committed}, and otherwise rolls back, also
   * after an exception. Before the same commit is sent again, the caller has to look whether its
   * record is there.
   */
  public Transactions within(Connection connection) {
    PostgresTransactions own = new PostgresTransactions(database, records, savepoint);
    return commit -> own.commit(commit, connection);
  }

  /** Returns the source of this store's connections. */
  public DataSource source() {
    return database.source();
  }

  /** {@inheritDoc} This store writes a record and its entry in one transaction. */
  @Override
  public Optional<AuditLog> trail() {
    return Optional.of(new PostgresTrail(database, records));
  }

  @Override
  public Stream<IdempotencyRecord> listed(
      ConsumerName consumer, Consumer<StoreException> unreadable) {
    return new ListedRecords(database, consumer).records(unreadable);
  }
}
