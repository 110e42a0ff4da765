package dev.effectivelyonce.functions.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.postgres.PostgresStore;
import dev.effectivelyonce.postgres.SqlWork;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.FaultyStore;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import dev.effectivelyonce.testkit.sqs.TestContext;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

// Shown by docs/testing.md.

class TransferSampleTest {
  record Transfer(String transferId, String account, long cents) {}

  private static EmbeddedPostgres server;

  private final FaultyStore store = new FaultyStore(new PostgresStore(database()));

  private final SqsConsumer<Transfer> consumer =
      SqsConsumer.of(
              MessageIdentity.of("transfers", Transfer.class, MessageKey.of(Transfer::transferId)))
          .store(store)
          .retention(Duration.ofDays(19))
          .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
          .visibility((changes, deadline) -> {})
          .handler((transfer, delivery) -> HandlerResult.commit(booking(transfer)))
          .build();

  private static SqlWork booking(Transfer transfer) {
    return SqlWork.statement(
            "UPDATE account SET cents = cents - ? WHERE id = ? AND cents >= ?",
            transfer.cents(),
            transfer.account(),
            transfer.cents())
        .expecting(1)
        .orElse(HandlerResult.fail("The account has too little"));
  }

  @Test
  void aTransferWhoseAnswerIsLostIsBookedOnce() throws SQLException {
    store.loseAnswerOfNext(Verb.COMMIT, 1);

    deliver("m-1", "T-1", 60);
    deliver("m-1", "T-1", 60);

    assertThat(cents()).isEqualTo(40);
  }

  @Test
  void aTransferOfTooMuchFailsAndChangesNothing() throws SQLException {
    long before = cents();

    assertThat(deliver("m-2", "T-2", 101).getBatchItemFailures()).hasSize(1);

    assertThat(cents()).isEqualTo(before);
  }

  private SQSBatchResponse deliver(String messageId, String transferId, long cents) {
    String body =
        "{\"transferId\":\"" + transferId + "\",\"account\":\"A-1\",\"cents\":" + cents + "}";
    return consumer.handle(
        SqsEvents.of(SqsRecord.of("transfers", messageId).body(body)),
        new TestContext(Clock.systemUTC(), Duration.ofSeconds(30)));
  }

  private static DataSource database() {
    return server.getPostgresDatabase();
  }

  private static long cents() throws SQLException {
    try (Connection connection = database().getConnection();
        Statement select = connection.createStatement();
        ResultSet rows = select.executeQuery("SELECT cents FROM account")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  @BeforeAll
  static void startPostgres() throws IOException, SQLException {
    server = EmbeddedPostgres.start();
    try (InputStream tables = PostgresStore.class.getResourceAsStream("V1__effectively_once.sql")) {
      run(new String(tables.readAllBytes(), UTF_8));
    }
    run("CREATE TABLE account (id text PRIMARY KEY, cents bigint NOT NULL)");
    run("INSERT INTO account VALUES ('A-1', 100)");
  }

  @AfterAll
  static void stopPostgres() throws IOException {
    server.close();
  }

  private static void run(String sql) throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
