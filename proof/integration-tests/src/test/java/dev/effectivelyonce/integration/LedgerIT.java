package dev.effectivelyonce.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.integration.environment.Postgres;
import dev.effectivelyonce.integration.environment.PostgresInContainer;
import dev.effectivelyonce.integration.environment.Settings;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.Eventually;
import dev.effectivelyonce.integration.stack.LedgerConsumer;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.Outgoing;
import dev.effectivelyonce.integration.stack.Uses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The packaged function on PostgreSQL, with a server beside LocalStack. */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.LEDGER)
@TestInstance(Lifecycle.PER_CLASS)
class LedgerIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String DATABASE = "ledger";
  private static final long OPENING = 1_000_000;

  private final DeployedStack stack;
  private final LedgerConsumer ledger;
  private final Postgres postgres = Postgres.start();

  LedgerIT(DeployedStack stack) {
    this.stack = stack;
    this.ledger = stack.ledger();
  }

  /** Leads the function to the server, as the local runner does with the same package. */
  @BeforeAll
  void prepare() throws IOException, SQLException {
    run("postgres", "CREATE DATABASE " + DATABASE);
    Path root = Settings.ofThisProcess().projectRoot();
    String resources = "src/main/resources/dev/effectivelyonce";
    for (String file :
        List.of(
            "library/postgres/" + resources + "/postgres/V1__effectively_once.sql",
            "functions/ledger/" + resources + "/functions/ledger/V100__ledger.sql")) {
      run(DATABASE, Files.readString(root.resolve(file)));
    }
    run(
        DATABASE,
        "INSERT INTO ledger_account VALUES ('a-1', %1$s), ('a-2', %1$s)".formatted(OPENING));
    ledger.use(
        Map.of(
            "EFFECTIVELY_ONCE_DATABASE_HOST",
            postgres.host(),
            "EFFECTIVELY_ONCE_DATABASE_PORT",
            Integer.toString(PostgresInContainer.PORT),
            "EFFECTIVELY_ONCE_DATABASE_NAME",
            DATABASE,
            "EFFECTIVELY_ONCE_DATABASE_USER",
            "postgres",
            "DATABASE_TLS",
            "NONE"));
  }

  @AfterAll
  void stop() {
    postgres.close();
  }

  @Test
  void aTransferIsBookedOnceWhateverIsSentTwiceOrDies() {
    Outgoing copied = Outgoing.transfer(stack.newName("transfer"), 1);
    Outgoing before = Outgoing.transfer(stack.newName("transfer"), 10);
    Outgoing after = Outgoing.transfer(stack.newName("transfer"), 100);

    ledger.send(copied, copied);
    ledger.send(before.simulating("crash-before-effect"));
    ledger.send(after.simulating("crash-after-effect"));
    awaitCompleted(copied, before, after);
    ledger.send(copied);

    Eventually.within(PATIENCE, "the queue is empty", () -> assertThat(ledger.depth()).isZero());
    assertThat(numbers("SELECT balance_cents FROM ledger_account ORDER BY account_id"))
        .containsExactly(OPENING - 111, OPENING + 111);
    assertThat(numbers("SELECT sum(amount_cents) FROM ledger_entry GROUP BY number"))
        .containsExactly(0L, 0L, 0L);
    assertThat(numbers("SELECT attempt FROM effectively_once_record ORDER BY attempt DESC LIMIT 2"))
        .containsExactly(2L, 2L);
  }

  private void awaitCompleted(Outgoing... transfers) {
    Eventually.within(
        PATIENCE,
        "all are completed",
        () ->
            assertThat(
                    numbers(
                        "SELECT count(*) FROM effectively_once_record WHERE status = 'COMPLETED'"))
                .containsExactly((long) transfers.length));
  }

  private void run(String database, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(postgres.url(database));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<Long> numbers(String select) {
    List<Long> all = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(postgres.url(DATABASE));
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(select)) {
      while (rows.next()) {
        all.add(rows.getLong(1));
      }
    } catch (SQLException e) {
      throw new AssertionError("The database can't be read", e);
    }
    return all;
  }
}
