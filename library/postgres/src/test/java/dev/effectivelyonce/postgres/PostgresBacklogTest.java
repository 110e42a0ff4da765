package dev.effectivelyonce.postgres;

import static dev.effectivelyonce.postgres.LeftBench.DESTINATION;
import static dev.effectivelyonce.postgres.LeftBench.outgoing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.effectivelyonce.core.outbox.OutboxBacklog;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import dev.effectivelyonce.core.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Taking messages: in order, by one publisher, and not lost at any step. */
class PostgresBacklogTest {
  private final DataSource source = LocalPostgres.emptied();
  private final LeftBench bench = new LeftBench(source);
  private final PostgresBacklog backlog = bench.backlog();

  @Test
  void aLaneGoesInTheOrderOfItsCommits() {
    bench.leave(outgoing("k", "1"), outgoing("k", "2"), outgoing("k", "3"));

    assertThat(bench.takenAfter("")).containsExactly("1");
    assertThat(bench.drained()).containsExactly("1", "2", "3");
    assertThat(backlog.oldest()).isEmpty();
  }

  @Test
  void tenLanesAreTakenAtATimeAndThenTheNext() {
    IntStream.range(0, 23)
        .forEach(i -> bench.leave(outgoing(String.format(Locale.ROOT, "k%02d", i), "m" + i)));

    assertThat(bench.takenAfter("")).hasSize(10).startsWith("m0").endsWith("m9");
    assertThat(bench.takenAfter("k09")).hasSize(10).startsWith("m10");
    assertThat(bench.takenAfter("k19")).containsExactly("m20", "m21", "m22");
    assertThat(backlog.take(DESTINATION, "k22", bench::sendAll)).isEmpty();
    assertThat(backlog.take(DESTINATION, "", taken -> LeftBench.none())).contains("k09");
  }

  @Test
  void aMessageToAnotherDestinationHoldsItsLaneToo() {
    bench.leave(OutgoingMessage.to("audit", "1", "1").orderedBy("k"), outgoing("k", "2"));

    assertThat(bench.drained()).isEmpty();
    Optional<String> ignored = backlog.take("audit", "", bench::sendAll);
    assertThat(bench.drained()).containsExactly("1", "2");
  }

  @Test
  void whatOnePublisherHasNoOtherTakesNorWhatIsBehindIt() {
    bench.leave(outgoing("k", "1"), outgoing("k", "2"), outgoing("l", "3"));
    List<String> other = new ArrayList<>();

    Optional<String> ignored =
        backlog.take(
            DESTINATION,
            "",
            taken -> {
              other.addAll(bench.takenAfter(""));
              return bench.sendAll(taken);
            });

    assertThat(other).isEmpty();
    assertThat(bench.takenAfter("")).containsExactly("2");
  }

  @Test
  void whoAskedBeforeAnotherCommittedTakesNothingOfTheLane() {
    bench.leave(outgoing("k", "1"), outgoing("k", "2"));

    assertThat(takenWhileAnother(bench::sendAll)).isEmpty();
    assertThat(bench.takenAfter("")).containsExactly("2");
  }

  @Test
  void whatAnotherRefusedMeanwhileIsNotSent() {
    bench.leave(outgoing("k", "1"), outgoing("k", "2"));

    assertThat(takenWhileAnother(LeftBench::refuseAll)).isEmpty();
    assertThat(bench.takenAfter("")).containsExactly("2");
  }

  @Test
  void aPoolOfSerializableTransactionsMakesNoDifference() {
    HikariConfig settings = LocalPostgres.settings(source, 1);
    settings.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
    bench.leave(outgoing("k", "1"), outgoing("k", "2"));

    try (HikariDataSource strict = new HikariDataSource(settings)) {
      assertThat(takenWhileAnother(strict, bench::sendAll)).isEmpty();
    }
    assertThat(bench.takenAfter("")).containsExactly("2");
  }

  private List<String> takenWhileAnother(OutboxBacklog.Sender sender) {
    return takenWhileAnother(source, sender);
  }

  /** Returns what is taken if another publisher ends the lane's first before its row is locked. */
  private List<String> takenWhileAnother(DataSource connections, OutboxBacklog.Sender sender) {
    List<String> late = new ArrayList<>();
    PostgresBacklog slow =
        new PostgresBacklog(
            Intercepted.source(
                connections::getConnection,
                (method, call) -> {
                  Object answer = call.proceed();
                  if (isLock(answer)) {
                    Optional<String> ignored = backlog.take(DESTINATION, "", sender);
                  }
                  return answer;
                }));
    Optional<String> ignored =
        slow.take(
            DESTINATION,
            "",
            taken -> {
              late.addAll(LeftBench.bodies(taken));
              return LeftBench.none();
            });
    return late;
  }

  /** Returns whether a statement is the one that locks, which is prepared after the first read. */
  private static boolean isLock(@Nullable Object answer) {
    return String.valueOf(answer).contains("SKIP LOCKED");
  }

  @Test
  void noCallWaitsWithoutEndForAServerThatDoesNotAnswer() throws SQLException {
    PostgresBacklog impatient = new PostgresBacklog(source, Duration.ofSeconds(1));
    try (Connection other = source.getConnection();
        Statement lock = other.createStatement()) {
      other.setAutoCommit(false);
      lock.execute("LOCK TABLE effectively_once_outbox IN ACCESS EXCLUSIVE MODE");

      assertThatIsGivenUp(() -> impatient.begin(Duration.ZERO));
      assertThatIsGivenUp(() -> assertThat(impatient.oldest()).isEmpty());
      assertThatIsGivenUp(
          () -> assertThat(impatient.take(DESTINATION, "", bench::sendAll)).isEmpty());
      other.rollback();
    }
  }

  private static void assertThatIsGivenUp(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(StoreException.class);
  }

  @Test
  void aServerThatGoesWithoutAWordIsReadForHalfAMinuteAlsoAfterSending() throws SQLException {
    bench.leave(outgoing("k", "1"));
    try (Connection only = source.getConnection()) {
      List<Integer> bounds = new ArrayList<>();
      DataSource observed =
          Intercepted.source(
              () -> only,
              (method, call) -> {
                if (method.equals("prepareStatement")) {
                  bounds.add(only.getNetworkTimeout());
                }
                return method.equals("close") ? null : call.proceed();
              });

      Optional<String> ignored =
          new PostgresBacklog(observed).take(DESTINATION, "", bench::sendAll);

      assertThat(bounds).hasSizeGreaterThan(3).containsOnly(30_000);
      assertThat(only.getNetworkTimeout()).isZero();
    }
  }

  @Test
  void aRefusedMessageHoldsNothingAndWaitsAgainInItsPlace() {
    bench.leave(outgoing("k", "1"), outgoing("k", "2"));
    Optional<String> ignored = backlog.take(DESTINATION, "", LeftBench::refuseAll);

    assertThat(bench.takenAfter("")).containsExactly("2");
    backlog.begin(Duration.ofHours(1));
    assertThat(bench.takenAfter("")).containsExactly("2");
    backlog.begin(Duration.ZERO);
    assertThat(bench.takenAfter("")).containsExactly("1");
  }

  @Test
  void aHundredRefusedMessagesWaitAgainAtATime() {
    LocalPostgres.run(
        source,
        "INSERT INTO effectively_once_outbox (id, lane, destination, consumer, name, body,"
            + " attributes, created_ms, refused_ms) SELECT 'i' || i, 'l' || i, 'fulfilment', 'c',"
            + " 'n', '', '{}', 0, i FROM generate_series(1, 101) AS i");

    backlog.begin(Duration.ZERO);

    assertThat(bench.drained()).hasSize(100);
  }

  @Test
  void nothingIsBegunByARoleThatMayNotDelete() {
    LocalPostgres.run(
        source,
        "CREATE ROLE sender LOGIN; GRANT SELECT, UPDATE ON effectively_once_outbox TO sender");
    try {
      PostgresBacklog denied =
          new PostgresBacklog(LocalPostgres.server().getDatabase("sender", "postgres"));

      assertThat(
              catchThrowableOfType(StoreException.class, () -> denied.begin(Duration.ZERO)).kind())
          .isEqualTo(StoreException.Kind.DENIED);
    } finally {
      LocalPostgres.run(source, "DROP OWNED BY sender; DROP ROLE sender");
    }
  }

  @Test
  void aRowThatCanNotBeReadHoldsNothing() {
    bench.leave(outgoing("k", "1"), outgoing("k", "2"), outgoing("l", "3"));
    LocalPostgres.run(
        source, "UPDATE effectively_once_outbox SET attributes = '[]' WHERE name = '1'");

    assertThat(bench.drained()).containsExactlyInAnyOrder("2", "3");
    assertThat(backlog.oldest()).containsOnlyKeys(DESTINATION);
    LocalPostgres.run(source, "UPDATE effectively_once_outbox SET refused_ms = NULL");
    assertThat(
            backlog.take(
                DESTINATION,
                "",
                none -> {
                  throw new AssertionError("Nothing is to be sent");
                }))
        .contains("k");
  }

  @Test
  void theOldestIsKnownByDestination() {
    bench.leave(outgoing("k", "1"));
    bench.clock().advance(Duration.ofSeconds(5));
    bench.leave(outgoing("l", "2"), OutgoingMessage.to("audit", "3", "3"));

    assertThat(backlog.oldest())
        .isEqualTo(Map.of(DESTINATION, Samples.NOW, "audit", Samples.NOW.plusSeconds(5)));
  }
}
