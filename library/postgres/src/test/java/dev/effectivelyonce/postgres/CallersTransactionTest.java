package dev.effectivelyonce.postgres;

import static dev.effectivelyonce.postgres.Samples.assertCommitted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A completion in a transaction that is not the store's. */
class CallersTransactionTest {
  private final DataSource source = LocalPostgres.emptied();
  private final PostgresStore store = new PostgresStore(source);
  private final IdempotencyRecord mine = Samples.claimed(store, "order-1");
  private Connection connection;

  @BeforeEach
  void begin() throws SQLException {
    Counters.empty(source);
    connection = store.source().getConnection();
    connection.setAutoCommit(false);
    WorkBench.insert(connection, "x");
  }

  @AfterEach
  void close() throws SQLException {
    connection.setAutoCommit(true);
    connection.close();
  }

  @Test
  void recordAndRowsHappenWhenTheCallerCommits() throws SQLException {
    assertCommitted(complete(Counters.raise("y")));
    assertThat(status()).isEqualTo(Status.INPROGRESS);

    connection.commit();

    assertThat(status()).isEqualTo(Status.COMPLETED);
    assertThat(Counters.count(source, "x")).isOne();
    assertThat(Counters.count(source, "y")).isOne();
  }

  @Test
  void nothingHappensIfTheCallerRollsBack() throws SQLException {
    assertCommitted(complete(SqlWork.none()));

    connection.rollback();

    assertThat(status()).isEqualTo(Status.INPROGRESS);
    assertThat(Counters.count(source, "x")).isZero();
  }

  @Test
  void aClaimThatWasTakenOverIsNotCompleted() {
    IdempotencyRecord other =
        Samples.written(store.takeOver(mine, Samples.claim("order-1", "other")));

    assertThat(complete(SqlWork.none())).isEqualTo(new CommitResult.Refused(Optional.of(other)));
  }

  @Test
  void aWorkMayTakeARole() throws SQLException {
    assertCommitted(complete(SqlWork.of(it -> null)));

    connection.commit();
    assertThat(status()).isEqualTo(Status.COMPLETED);
  }

  @Test
  void aWorkThatIsRefusedIsTheAnswer() {
    HandlerResult.Unsuccessful no = HandlerResult.fail("no");

    assertThat(complete(SqlWork.of(it -> no))).isEqualTo(new CommitResult.EffectRefused(no));
  }

  @Test
  void aTransactionThatHasFailedIsAFaultOfTheStore() {
    assertThatThrownBy(() -> WorkBench.insert(connection, "x")).isInstanceOf(SQLException.class);

    assertThatThrownBy(() -> complete(SqlWork.none())).isInstanceOf(StoreException.class);
  }

  private CommitResult complete(SqlWork work) {
    return store.within(connection).commit(Samples.completing(mine, work));
  }

  private Status status() {
    return store.find(mine.id()).orElseThrow().status();
  }
}
