package dev.effectivelyonce.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.StoredResult;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What docs/postgres.md shows does what the page says. */
class PostgresPageTest {
  private final DataSource source = LocalPostgres.emptied();
  private final Load load = new Load(source, source);
  private final Transfers transfers = new Transfers();

  @BeforeEach
  void makeAccounts() {
    LocalPostgres.run(
        source,
        "DROP TABLE IF EXISTS account, ledger;"
            + " CREATE TABLE account (id text PRIMARY KEY, cents bigint NOT NULL);"
            + " CREATE TABLE ledger (number bigint GENERATED ALWAYS AS IDENTITY (START 41),"
            + " account text NOT NULL, cents bigint NOT NULL);"
            + " INSERT INTO account VALUES ('a-1', 100)");
  }

  @Test
  void aTransferIsBookedOnceAndItsDuplicateGetsTheNumber() {
    StoredResult number = new StoredResult.Text("41");

    assertThat(deliver("t-1", 60)).isEqualTo(new Outcome.Executed(number, 1));
    assertThat(deliver("t-1", 60))
        .isInstanceOfSatisfying(
            Outcome.Duplicate.class, it -> assertThat(it.result()).isEqualTo(number));

    assertThat(one("SELECT cents FROM account")).isEqualTo("40");
    assertThat(one("SELECT count(*) FROM ledger")).isEqualTo("1");
  }

  @Test
  void aTransferOfTooMuchFailsForGoodAndNothingIsWritten() {
    assertThat(deliver("t-1", 101)).isInstanceOf(Outcome.Failed.class);

    assertThat(one("SELECT cents FROM account")).isEqualTo("100");
    assertThat(one("SELECT count(*) FROM ledger")).isEqualTo("0");
  }

  @Test
  void aStartRefusesAWrongDatabaseAndASweeperDeletes() {
    PostgresStore store = started(source);

    assertThat(store.find(Samples.id("order-1"))).isEmpty();
    assertThat(new PostgresSweeper(source).sweep(Samples.NOW).deleted()).isZero();
  }

  private static PostgresStore started(DataSource pool) {
    PostgresSchema.require(pool);
    return new PostgresStore(pool);
  }

  private Outcome deliver(String key, long cents) {
    HandlerResult result = transfers.booked(new Transfers.Transfer("a-1", cents));
    return load.deliver(load.claiming(), key, attempt -> result);
  }

  private String one(String select) {
    return LocalPostgres.texts(source, select).getFirst();
  }
}
