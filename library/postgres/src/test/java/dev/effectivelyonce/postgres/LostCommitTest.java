package dev.effectivelyonce.postgres;

import static dev.effectivelyonce.postgres.Samples.assertCommitted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.StoreException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Loses one COMMIT, or its answer: the same commit is sent again, as the engine does. */
class LostCommitTest {
  private enum Loss {
    NONE,
    REQUEST,
    ANSWER
  }

  private final DataSource source = LocalPostgres.emptied();
  private final AtomicReference<Loss> next = new AtomicReference<>(Loss.NONE);
  private final PostgresStore store =
      new PostgresStore(Intercepted.source(source::getConnection, this::lose));

  @BeforeEach
  void makeCounters() {
    Counters.empty(source);
  }

  @Test
  void aCommitWhoseAnswerWasLostIsRecognisedByItsRecord() {
    Commit commit = Samples.completing(Samples.claimed(store, "order-1"), Counters.raise("x"));

    assertLost(Loss.ANSWER, commit);
    IdempotencyRecord done = store.find(Samples.id("order-1")).orElseThrow();
    assertThat(done.status()).isEqualTo(Status.COMPLETED);
    assertThat(Samples.commit(store, commit))
        .isEqualTo(new CommitResult.Refused(Optional.of(done)));

    assertThat(Counters.count(source, "x")).isEqualTo(1);
  }

  @Test
  void aCommitThatWasLostItselfHappensWhenItIsSentAgain() {
    Commit commit = Samples.completing(Samples.claimed(store, "order-1"), Counters.raise("x"));

    assertLost(Loss.REQUEST, commit);
    assertThat(Counters.count(source, "x")).isZero();
    assertCommitted(Samples.commit(store, commit));

    assertThat(Counters.count(source, "x")).isEqualTo(1);
  }

  @Test
  void aRollbackThatFailsCommitsNothing() {
    PostgresStore failing =
        new PostgresStore(
            Intercepted.before(
                source,
                "rollback",
                () -> {
                  throw new SQLException("It does not roll back", "57014");
                }));
    IdempotencyRecord mine = Samples.claimed(store, "order-1");
    SqlWork refused = Counters.raise("x").then(SqlWork.of(it -> HandlerResult.retry("not now")));

    assertThat(Samples.complete(failing, mine, refused))
        .isInstanceOf(CommitResult.EffectRefused.class);

    assertThat(store.find(mine.id())).contains(mine);
    assertThat(Counters.count(source, "x")).isZero();
  }

  private void assertLost(Loss loss, Commit commit) {
    next.set(loss);
    assertThat(Samples.fault(() -> Samples.commit(store, commit)))
        .isEqualTo(StoreException.Kind.UNREACHABLE);
    assertThat(next).hasValue(Loss.NONE);
  }

  private @Nullable Object lose(String method, Intercepted.Call call) throws Throwable {
    if (!method.equals("commit")) {
      return call.proceed();
    }
    Loss loss = next.getAndSet(Loss.NONE);
    Object answer = loss == Loss.REQUEST ? "" : call.proceed();
    if (loss != Loss.NONE) {
      throw new SQLException("The connection was lost", "08006");
    }
    return answer;
  }
}
