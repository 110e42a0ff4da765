package dev.effectivelyonce.postgres;

import static dev.effectivelyonce.postgres.LeftBench.attempt;
import static dev.effectivelyonce.postgres.LeftBench.outgoing;
import static dev.effectivelyonce.postgres.Samples.assertCommitted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages are left with the record and the work, or not at all. */
class PostgresOutboxTest {
  private static final String LEFT = "SELECT count(*) FROM effectively_once_outbox";

  private final DataSource source = LocalPostgres.emptied();
  private final LeftBench bench = new LeftBench(source);
  private final PostgresOutbox outbox = bench.outbox();

  @BeforeEach
  void makeCounters() {
    Counters.empty(source);
  }

  @Test
  void aMessageIsLeftWithTheRecordAndReadAsItWas() {
    OutgoingMessage message = outgoing("k", "ordered").attribute("kind", "\"new\"\n€");
    CommitResult result =
        bench.complete("o-1", Counters.raise("x").then(outbox.message(attempt("o-1"), message)));

    assertCommitted(result);
    assertThat(Counters.count(source, "x")).isOne();
    assertThat(waiting())
        .containsExactly(OutboxMessage.of(attempt("o-1"), message, bench.clock().instant()));
  }

  @Test
  void messagesComeAfterAllElseSoThatWhoWaitedForARowIsBehind() {
    List<String> before = new ArrayList<>();
    SqlWork work =
        outbox
            .message(attempt("o-1"), outgoing("k", "ordered"))
            .then(SqlWork.run(connection -> before.addAll(LocalPostgres.texts(connection, LEFT))));

    assertCommitted(bench.complete("o-1", work));
    assertThat(before).containsExactly("0");
    assertThat(waiting()).hasSize(1);
  }

  @Test
  void messagesMayDependOnWhatTheWorkYields() {
    SqlWork work =
        SqlWork.of(connection -> 41)
            .then(
                outbox.messages(
                    attempt("o-1"), number -> List.of(outgoing("k", "n-" + number.orElseThrow()))));

    bench.complete("o-1", work);

    assertThat(bench.drained()).containsExactly("n-41");
  }

  @Test
  void aWorkMayLeaveNoneOrAHundredInTheirOrderAndNoMore() {
    List<String> hundred = IntStream.range(0, 100).mapToObj(i -> "m" + i).toList();
    List<String> more = new ArrayList<>(hundred);
    more.add("m100");

    assertCommitted(leaving("o-0", List.of()));
    assertCommitted(leaving("o-1", hundred));
    assertThat(leaving("o-2", more).toString()).contains("101 messages").contains("may leave 100");
    assertThat(bench.drained()).isEqualTo(hundred);
  }

  private CommitResult leaving(String key, List<String> names) {
    return bench.complete(
        key,
        outbox.messages(
            attempt(key), none -> names.stream().map(name -> outgoing("k", name)).toList()));
  }

  @Test
  void twoMessagesOfOneNameFailTheEvent() {
    SqlWork twice =
        Counters.raise("x")
            .then(outbox.message(attempt("o-1"), outgoing("k", "ordered")))
            .then(outbox.message(attempt("o-1"), outgoing("l", "ordered")));

    assertThat(refusal("o-1", twice)).isInstanceOf(HandlerResult.Fail.class);
    assertThat(Counters.count(source, "x")).isZero();
    assertThat(waiting()).isEmpty();
  }

  @Test
  void aMessageThatNoDestinationTakesFailsTheEvent() {
    SqlWork work = outbox.message(attempt("o-1"), outgoing("no group id", "ordered"));

    assertThat(refusal("o-1", work).toString()).contains("ordering key").startsWith("Fail");
  }

  @ParameterizedTest
  @MethodSource("dev.effectivelyonce.postgres.CommitsApartTest#thrown")
  void aFunctionThatThrowsIsTriedAgainWithoutItsMessage(Throwable thrown) {
    SqlWork work =
        outbox.messages(
            attempt("o-1"),
            none -> {
              throw CommitsApartTest.<RuntimeException>hidden(thrown);
            });

    assertThat(refusal("o-1", work)).isEqualTo(HandlerResult.retry(ErrorSummary.of(thrown).text()));
    assertThat(refusal("o-2", work).toString()).doesNotContain("Anna");
  }

  @Test
  void aMissingTableIsTriedAgainAndTheWorkIsRolledBack() {
    LocalPostgres.run(source, "ALTER TABLE effectively_once_outbox RENAME TO hidden");
    try {
      SqlWork work =
          Counters.raise("x").then(outbox.message(attempt("o-1"), outgoing("k", "ordered")));

      assertThat(refusal("o-1", work).toString()).contains("42P01").startsWith("Retry");
      assertThat(Counters.count(source, "x")).isZero();
    } finally {
      LocalPostgres.run(source, "ALTER TABLE hidden RENAME TO effectively_once_outbox");
    }
  }

  /** Two deliveries to a consumer that only observes send under one id. */
  @Test
  void aMessageThatWaitsAlreadyWaitsOnce() {
    for (String owner : List.of("a", "b")) {
      SqlWork work = outbox.message(attempt("o-1"), outgoing("k", "ordered"));
      assertCommitted(
          Samples.commit(
              new PostgresStore(source), new Commit.Unrecorded(new AttemptId(owner), work)));
    }

    assertThat(bench.drained()).containsExactly("ordered");
  }

  @Test
  void messagesHaveNoOutcomeOfTheirOwnToDeclare() {
    SqlWork alone = outbox.message(attempt("o-1"), outgoing("k", "ordered"));

    assertThatThrownBy(() -> alone.orElse(HandlerResult.fail("no")))
        .isInstanceOf(IllegalStateException.class);
  }

  private HandlerResult.Unsuccessful refusal(String key, SqlWork work) {
    return ((CommitResult.EffectRefused) bench.complete(key, work)).outcome();
  }

  private List<OutboxMessage> waiting() {
    return bench.messagesAfter("");
  }
}
