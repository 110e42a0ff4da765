package dev.effectivelyonce.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.once.EffectivelyOnce;
import dev.effectivelyonce.core.once.OnceRequest;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.Status;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A work whose thread is interrupted: the transaction goes on, and the caller learns of it. */
class InterruptedWorkTest {
  private static final String KEY = "order-2";

  private final WorkBench bench = new WorkBench();

  @AfterEach
  void close() {
    boolean ignored = Thread.interrupted();
    bench.close();
  }

  private static SqlWork throwing(Throwable thrown) {
    return SqlWork.run(
        connection -> {
          throw CommitsApartTest.<RuntimeException>hidden(thrown);
        });
  }

  static Stream<SqlWork> interrupted() {
    InterruptedException interrupt = new InterruptedException();
    return Stream.of(
        SqlWork.run(
            connection -> {
              throw interrupt;
            }),
        throwing(interrupt),
        throwing(new IllegalStateException(new Exception(interrupt))),
        SqlWork.run(
            connection -> {
              Thread.currentThread().interrupt();
              throw new IllegalStateException();
            }));
  }

  @ParameterizedTest
  @MethodSource("interrupted")
  void theOutcomeIsRecordedAndTheCallerInterruptedAgain(SqlWork work) {
    for (ClaimMode claims : ClaimMode.values()) {
      assertThat(run(claims, work)).isInstanceOf(Outcome.Released.class);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(bench.store().find(Samples.id(KEY)).orElseThrow().status())
          .isEqualTo(Status.RETRYABLE);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anInterruptThatIsLeftBehindBreaksNothingAndIsGivenBack(ClaimMode claims) {
    SqlWork leaving =
        SqlWork.of(
                connection -> {
                  Thread.currentThread().interrupt();
                  return "id";
                })
            .then(
                SqlWork.run(
                    connection -> {
                      assertThat(Thread.currentThread().isInterrupted()).isFalse();
                      WorkBench.insert(connection, "x");
                    }));

    assertThat(run(claims, leaving)).isInstanceOf(Outcome.Executed.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(Counters.count(bench.source(), "x")).isEqualTo(1);
  }

  @Test
  void soIsOneOfTheFunctionThatMakesMessages() {
    PostgresOutbox outbox = new PostgresOutbox(Platform.system().clock());
    EffectivelyOnce payments = payments(ClaimMode.CLAIM_FIRST);

    Outcome outcome =
        payments.run(
            BusinessKey.of(KEY),
            OnceRequest.within(Duration.ofMinutes(1)),
            attempt ->
                HandlerResult.commit(
                    outbox.messages(
                        attempt,
                        none -> {
                          Thread.currentThread().interrupt();
                          return List.of();
                        })));

    assertThat(outcome).isInstanceOf(Outcome.Executed.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void anInterruptOfAnotherThreadIsNotTheCallers() {
    InterruptedException interrupt = new InterruptedException();
    for (Throwable others :
        List.of(new CompletionException(interrupt), new ExecutionException(interrupt))) {
      assertThat(run(ClaimMode.CLAIM_FIRST, throwing(others))).isInstanceOf(Outcome.Released.class);
      assertThat(Thread.interrupted()).isFalse();
    }
  }

  /** As behind a queue, where the thread is the library's own. */
  @Test
  void withoutACallerItIsGone() {
    SqlWork leaving = SqlWork.run(connection -> Thread.currentThread().interrupt());

    Samples.assertCommitted(bench.complete(leaving));
    assertThat(Thread.interrupted()).isFalse();
  }

  private Outcome run(ClaimMode claims, SqlWork work) {
    return payments(claims)
        .run(
            BusinessKey.of(KEY),
            OnceRequest.within(Duration.ofMinutes(1)),
            attempt -> HandlerResult.commit(work));
  }

  private EffectivelyOnce payments(ClaimMode claims) {
    return EffectivelyOnce.of("payments")
        .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
        .store(bench.store())
        .retention(Duration.ofDays(1))
        .claims(claims)
        .build();
  }
}
