package dev.effectivelyonce.postgres;

import static dev.effectivelyonce.postgres.LeftBench.DESTINATION;
import static dev.effectivelyonce.postgres.LeftBench.outgoing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Publishers that die, freeze or lose their connection while they have messages. */
class BacklogDeathsTest {
  private final DataSource source = LocalPostgres.emptied();
  private final LeftBench bench = new LeftBench(source);
  private final PostgresBacklog backlog = bench.backlog();

  @Test
  void aPublisherThatDiesBeforeOrAfterItSendsLetsAllWait() {
    bench.leave(outgoing("k", "1"), outgoing("l", "2"));

    assertThatThrownBy(
            () ->
                backlog.take(
                    DESTINATION,
                    "",
                    taken -> {
                      throw new IllegalStateException("died");
                    }))
        .hasMessage("died");

    assertThat(bench.takenAfter("")).containsExactly("1", "2");
  }

  @Test
  void aConnectionThatIsCutWhileMessagesAreSentLetsThemWaitWithTheirIds() {
    bench.leave(outgoing("k", "1"));
    List<String> ids = new ArrayList<>();

    StoreException fault =
        catchThrowableOfType(
            StoreException.class,
            () ->
                backlog.take(
                    DESTINATION,
                    "",
                    taken -> {
                      ids.addAll(LeftBench.ids(taken));
                      endIdleTransactions();
                      return bench.sendAll(taken);
                    }));

    assertThat(fault.kind()).isEqualTo(StoreException.Kind.UNREACHABLE);
    assertThat(bench.messagesAfter("").stream().map(OutboxMessage::id)).isEqualTo(ids);
    assertThat(bench.drained()).containsExactly("1", "1");
  }

  @Test
  void aCommitThatIsLostLetsThemWaitAndOneWhoseAnswerIsLostDoesNot() {
    bench.leave(outgoing("k", "1"));

    assertThatThrownBy(() -> losingCommits(false).take(DESTINATION, "", bench::sendAll))
        .isInstanceOf(StoreException.class);
    assertThat(bench.takenAfter("")).containsExactly("1");

    assertThatThrownBy(() -> losingCommits(true).take(DESTINATION, "", bench::sendAll))
        .isInstanceOf(StoreException.class);
    assertThat(bench.takenAfter("")).isEmpty();
  }

  private PostgresBacklog losingCommits(boolean isCommitted) {
    return new PostgresBacklog(
        Intercepted.source(
            source::getConnection,
            (method, call) -> {
              if (method.equals("commit")) {
                if (isCommitted) {
                  call.proceed();
                }
                throw new SQLException("The answer was lost", "08006");
              }
              return call.proceed();
            }));
  }

  @Test
  void theServerEndsTheTransactionOfAPublisherThatFreezes() {
    bench.leave(outgoing("k", "1"));
    List<Connection> used = new ArrayList<>();
    List<String> bound = new ArrayList<>();
    PostgresBacklog watched =
        new PostgresBacklog(
            Intercepted.source(
                () -> {
                  used.add(source.getConnection());
                  return used.getLast();
                },
                (method, call) -> call.proceed()));

    Optional<String> ignored =
        watched.take(
            DESTINATION,
            "",
            taken -> {
              bound.add(shown(used.getLast(), "idle_in_transaction_session_timeout"));
              return LeftBench.none();
            });

    assertThat(bound).containsExactly("1min");
  }

  private void endIdleTransactions() {
    LocalPostgres.run(
        source,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in"
            + " transaction'");
  }

  private static String shown(Connection connection, String setting) {
    try {
      return LocalPostgres.texts(connection, "SHOW " + setting).getFirst();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
