package dev.effectivelyonce.spring;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.steps.Nothing;
import dev.effectivelyonce.core.steps.StepAction;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.postgres.SqlWork;
import io.awspring.cloud.sqs.annotation.SqsListener;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.Table;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Methods whose rows are in the database of the records. */
class Bookings {
  record Transfer(String transferId, String account, long cents) {}

  /** What runs before a method ends, by the id of its transfer. */
  interface Last {
    void run() throws Exception;
  }

  @Entity
  @Table(name = "booking")
  static class Booking {
    @Id private String id = "";

    static Booking of(String id) {
      Booking booking = new Booking();
      booking.id = id;
      return booking;
    }

    String id() {
      return id;
    }
  }

  /** A bean with transactions of its own. */
  static class Ledger {
    private final JdbcTemplate jdbc;

    Ledger(DataSource source) {
      this.jdbc = new JdbcTemplate(source);
    }

    @Transactional
    void refuse(String id) {
      jdbc.update("INSERT INTO booking VALUES (?)", id);
      throw new IllegalStateException("refused");
    }

    @Transactional(propagation = Propagation.REQUIRES_NEW)
    void apart(String id) {
      jdbc.update("INSERT INTO booking VALUES (?)", id);
    }
  }

  private final Map<String, Last> last = new ConcurrentHashMap<>();
  private final JdbcTemplate jdbc;
  private final DataSource source;
  @PersistenceContext private @Nullable EntityManager entities;

  Bookings(DataSource source) {
    this.source = source;
    this.jdbc = new JdbcTemplate(source);
  }

  /** A proxy of this class has no fields. */
  Map<String, Last> last() {
    return last;
  }

  // sample: transactional
  @SqsListener("transfers")
  @Once(consumer = "transfers", key = "#payload.transferId", onAbandonedClaim = RERUN)
  @Transactional
  public void book(@Payload Transfer transfer) throws Exception {
    jdbc.update("INSERT INTO booking (id) VALUES (?)", transfer.transferId());
    // end
    end(transfer);
  }

  @Once(consumer = "values", key = "#payload.transferId", onAbandonedClaim = RERUN)
  @Transactional
  public SqlWork bookByWork(@Payload Transfer transfer) {
    jdbc.update("INSERT INTO booking VALUES (?)", transfer.transferId());
    return SqlWork.statement("INSERT INTO booking VALUES (?)", transfer.transferId() + "-work");
  }

  @Once(consumer = "later", key = "#payload.transferId", onAbandonedClaim = RERUN)
  @Transactional
  public HandlerResult bookLater(@Payload Transfer transfer) {
    jdbc.update("INSERT INTO booking VALUES (?)", transfer.transferId());
    return HandlerResult.retry("not yet");
  }

  @Once(consumer = "stepped", key = "#payload.transferId", onAbandonedClaim = RERUN)
  @Transactional(timeout = 60)
  public void bookWithAStep(@Payload Transfer transfer, Attempt attempt) throws Exception {
    jdbc.update("INSERT INTO booking VALUES (?)", transfer.transferId());
    StepPolicy<Nothing> policy = StepPolicy.hold();
    attempt.steps().run("tell", policy, StepAction.of(key -> end(transfer)));
  }

  @Once(consumer = "slow", key = "#payload.transferId", onAbandonedClaim = RERUN)
  @Transactional(timeout = 1)
  public void bookSlowly(@Payload Transfer transfer) {
    jdbc.update("INSERT INTO booking VALUES (?)", transfer.transferId());
    jdbc.queryForList("SELECT pg_sleep(2)::text");
  }

  @Once(consumer = "jooq", key = "#payload.transferId", onAbandonedClaim = RERUN)
  @Transactional
  public void bookByJooq(@Payload Transfer transfer) throws Exception {
    DSL.using(new TransactionAwareDataSourceProxy(source), SQLDialect.POSTGRES)
        .execute("INSERT INTO booking VALUES (?)", transfer.transferId());
    end(transfer);
  }

  @Once(consumer = "jpa", key = "#payload.transferId", onAbandonedClaim = RERUN)
  @Transactional("entities")
  public void bookByJpa(@Payload Transfer transfer) throws Exception {
    if (entities == null) {
      throw new IOException("No entity manager");
    }
    entities.persist(Booking.of(transfer.transferId()));
    end(transfer);
  }

  /** Catches the error of a statement, after which PostgreSQL commits nothing. */
  void breakTheTransaction() {
    try {
      jdbc.update("SELECT 1/0");
    } catch (DataAccessException e) {
      last.put("caught", () -> {});
    }
  }

  private void end(Transfer transfer) throws Exception {
    last.getOrDefault(transfer.transferId(), () -> {}).run();
  }
}
