package dev.effectivelyonce.functions.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.functions.settings.FunctionSettings;
import dev.effectivelyonce.postgres.LocalPostgres;
import dev.effectivelyonce.postgres.PostgresStore;
import dev.effectivelyonce.sqs.JacksonJson;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.UnreadableMessageException;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The consumer with its schema, as it is packaged, on a server. */
class LedgerTest {
  private static final FunctionSettings SETTINGS =
      FunctionSettings.from(
          Map.of(
              "EFFECTIVELY_ONCE_TABLE", "effectively_once_record",
              "EFFECTIVELY_ONCE_RETENTION", "P19D",
              "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT", "3",
              "ON_ABANDONED_CLAIM", "RERUN",
              "SIMULATE", "on"));

  private final DataSource source = LocalPostgres.emptied();

  @BeforeAll
  static void makeTables() throws IOException {
    try (InputStream file = LedgerHandler.class.getResourceAsStream("V100__ledger.sql")) {
      LocalPostgres.run(
          LocalPostgres.emptied(),
          new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @BeforeEach
  void openAccounts() {
    run("TRUNCATE ledger_entry, ledger_transfer, ledger_account");
    run("INSERT INTO ledger_account VALUES ('a-1', 1000), ('a-2', 1000)");
  }

  private final PostgresStore store = new PostgresStore(source);
  private final SqsConsumer<Transfer> consumer =
      LedgerHandler.consumer(SETTINGS, store).visibility((changes, deadline) -> {}).build();

  @ParameterizedTest
  @CsvSource({"a-1,a-2,1001", "a-2,a-1,1001", "a-1,nobody,1", "nobody,a-1,1"})
  void aTransferThatAnAccountRefusesFailsForGoodAndLeavesNothing(
      String from, String to, long cents) {
    assertThat(failed(transfer("m-1", "t-1", from, to, cents))).containsExactly("m-1");

    assertThat(record("t-1").status()).isEqualTo(Status.FAILED);
    assertThat(record("t-1").error().orElseThrow().text()).isEqualTo(DoubleEntry.REFUSAL);
    assertThat(balances()).containsExactly(1000L, 1000L);
    assertThat(numbers("SELECT number FROM ledger_transfer")).isEmpty();
  }

  @Test
  void aTransferWhoseRecordIsGoneIsNotBookedAgain() {
    assertThat(failed(transfer("m-1", "t-1", "a-1", "a-2", 300))).isEmpty();
    run("TRUNCATE effectively_once_record");

    assertThat(failed(transfer("m-2", "t-1", "a-1", "a-2", 300))).containsExactly("m-2");

    assertThat(record("t-1").error().orElseThrow().text()).isEqualTo(DoubleEntry.BOOKED);
    assertThat(balances()).containsExactly(700L, 1300L);
  }

  @Test
  void aValueThatPostgresRefusesFailsItsEventForGood() {
    SqsRecord nul =
        SqsRecord.of("ledger", "m-1").body(body("t-1", "a-1", "a-2", 1).replace("EUR", "\\u0000"));

    assertThat(failed(nul)).containsExactly("m-1");

    assertThat(record("t-1").status()).isEqualTo(Status.FAILED);
    assertThat(balances()).containsExactly(1000L, 1000L);
  }

  /** Rows that were locked in the order of a message would make half of these wait for ever. */
  @Test
  void transfersInBothDirectionsAtOnceAreAllBooked() {
    SqsRecord[] batch =
        IntStream.range(0, 200)
            .mapToObj(
                i ->
                    i % 2 == 0
                        ? transfer("m-" + i, "t-" + i, "a-1", "a-2", 2)
                        : transfer("m-" + i, "t-" + i, "a-2", "a-1", 1))
            .toArray(SqsRecord[]::new);

    assertThat(failed(batch)).isEmpty();

    assertThat(balances()).containsExactly(900L, 1100L);
    assertThat(store.find(id("t-0")).orElseThrow().attempt()).isOne();
    assertThat(numbers("SELECT sum(amount_cents) FROM ledger_entry GROUP BY number"))
        .hasSize(200)
        .containsOnly(0L);
  }

  @Test
  void theSweeperDeletesWhatHasExpiredWhileItHasTime() {
    assertThat(failed(transfer("m-1", "t-1", "a-1", "a-2", 1))).isEmpty();
    assertThat(failed(transfer("m-2", "t-2", "a-1", "a-2", 1))).isEmpty();
    run(
        "UPDATE effectively_once_record SET kept_until_s = 1 WHERE id = '"
            + id("t-1").value()
            + "'");

    assertThat(swept(Duration.ofSeconds(10))).isEqualTo(Map.of("deleted", 0L, "left", 3L));
    assertThat(store.find(id("t-1"))).isPresent();
    assertThat(swept(Duration.ofMinutes(5))).isEqualTo(Map.of("deleted", 1L, "left", 0L));

    assertThat(store.find(id("t-1"))).isEmpty();
    assertThat(store.find(id("t-2"))).isPresent();
  }

  private Map<String, Long> swept(Duration timeout) {
    Clock clock = Clock.systemUTC();
    return new SweeperHandler(source, clock)
        .handleRequest("event", new TestContext(clock, timeout));
  }

  @ParameterizedTest
  @CsvSource({"a-1,a-1,1", "a-1,a-2,0", "a-1,a-2,-1"})
  void aTransferToItselfOrOfNothingIsNone(String from, String to, long cents) {
    assertThatThrownBy(() -> new JacksonJson().read(body("t-1", from, to, cents), Transfer.class))
        .isInstanceOf(UnreadableMessageException.class);
  }

  private List<String> failed(SqsRecord... messages) {
    TestContext context = new TestContext(Clock.systemUTC(), Duration.ofSeconds(60));
    return SqsEvents.failed(consumer.handle(SqsEvents.of(messages), context));
  }

  private static SqsRecord transfer(
      String messageId, String transferId, String from, String to, long cents) {
    return SqsRecord.of("ledger", messageId).body(body(transferId, from, to, cents));
  }

  private static String body(String transferId, String from, String to, long cents) {
    return """
    {"transferId":"%s","fromAccount":"%s","toAccount":"%s","amountCents":%s,"currency":"EUR",
     "requestedAt":"2026-11-01T10:00:00Z"}
    """
        .formatted(transferId, from, to, cents);
  }

  private IdempotencyRecord record(String transferId) {
    return store.find(id(transferId)).orElseThrow();
  }

  private static RecordId id(String transferId) {
    return RecordId.of(Transfer.IDENTITY.consumer(), BusinessKey.of(transferId));
  }

  private List<Long> balances() {
    return numbers("SELECT balance_cents FROM ledger_account ORDER BY account_id");
  }

  private List<Long> numbers(String select) {
    return LocalPostgres.texts(source, select).stream().map(Long::valueOf).toList();
  }

  private void run(String sql) {
    LocalPostgres.run(source, sql);
  }
}
