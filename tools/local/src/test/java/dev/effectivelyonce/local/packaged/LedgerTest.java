package dev.effectivelyonce.local.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.local.chaos.Chaos;
import dev.effectivelyonce.local.eventsource.InvocationListener;
import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.fixture.PackagedStack;
import dev.effectivelyonce.local.system.LocalSystem;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged function whose records and rows are in PostgreSQL, with a server beside it. */
@Tag("full")
class LedgerTest {
  private static final int TRANSFERS = 5;

  @Test
  void eachTransferIsBookedOnceThoughProcessesDieAndConnectionsAreCut(@TempDir Path work)
      throws SQLException {
    try (LocalSystem system =
        LocalSystem.start(
            PackagedStack.in(work, template -> Chaos.patient(template, Chaos.RECEIVES))
                .withProcessesPerFunction(1))) {
      run(system, "INSERT INTO ledger_account VALUES ('a-1', 100), ('a-2', 100)");
      send(system, "copied", "");
      send(system, "copied", "");
      send(system, "failed", "fail-retryable");
      send(system, "before", "crash-before-effect");
      send(system, "after", "crash-after-effect");

      system.startEventSources(InvocationListener.NONE);
      Await.until("four are done", () -> completed(system) == TRANSFERS - 1);
      run(
          system,
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'functions'");
      send(system, "cut", "");
      Await.until(
          "each is done",
          () ->
              completed(system) == TRANSFERS && PackagedStack.left(system, "LedgerQueueUrl") == 0);

      assertThat(numbers(system, "SELECT balance_cents FROM ledger_account ORDER BY account_id"))
          .containsExactly(100L - TRANSFERS, 100L + TRANSFERS);
      assertThat(numbers(system, "SELECT number FROM ledger_transfer")).hasSize(TRANSFERS);
      assertThat(numbers(system, "SELECT sum(amount_cents) FROM ledger_entry GROUP BY number"))
          .hasSize(TRANSFERS)
          .containsOnly(0L);
      assertThat(numbers(system, "SELECT attempt FROM effectively_once_record ORDER BY attempt"))
          .startsWith(1L)
          .filteredOn(attempt -> attempt > 1)
          .hasSizeBetween(3, TRANSFERS);
      assertThatTheFunctionsRoleOwnsNothing(system);
    }
  }

  /** What docs/postgres.md grants is enough for all of the above. */
  private static void assertThatTheFunctionsRoleOwnsNothing(LocalSystem system)
      throws SQLException {
    try (Connection owner = system.database("ledger").getConnection()) {
      String url = owner.getMetaData().getURL();
      assertThat(
              numbers(
                  system, "SELECT count(*) FROM pg_class WHERE relowner = 'functions'::regrole"))
          .containsExactly(0L);
      try (Connection function = DriverManager.getConnection(url, "functions", "any");
          Statement statement = function.createStatement()) {
        assertThatThrownBy(() -> statement.execute("DROP TABLE ledger_entry"))
            .hasMessageContaining("must be owner");
      }
    }
  }

  private static void send(LocalSystem system, String transferId, String fault) {
    String body =
        """
        {"transferId":"%s","fromAccount":"a-1","toAccount":"a-2","amountCents":1,
         "currency":"EUR","requestedAt":"2026-11-01T10:00:00Z"}
        """
            .formatted(transferId);
    system
        .sqs()
        .sendMessage(
            message ->
                message
                    .queueUrl(system.output("LedgerQueueUrl"))
                    .messageBody(body)
                    .messageAttributes(PackagedStack.simulating(fault)));
  }

  private static long completed(LocalSystem system) {
    return numbers(
            system, "SELECT count(*) FROM effectively_once_record WHERE status = 'COMPLETED'")
        .getFirst();
  }

  private static List<Long> numbers(LocalSystem system, String select) {
    List<Long> all = new ArrayList<>();
    try (Connection connection = system.database("ledger").getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(select)) {
      while (rows.next()) {
        all.add(rows.getLong(1));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return all;
  }

  private static void run(LocalSystem system, String sql) throws SQLException {
    try (Connection connection = system.database("ledger").getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
