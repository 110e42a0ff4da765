package dev.effectivelyonce.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Transactions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
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
    assertThat(transactions().commit(commit))
        .isEqualTo(new CommitResult.Refused(Optional.of(done)));

    assertThat(Counters.count(source, "x")).isEqualTo(1);
  }

  @Test
  void aCommitThatWasLostItselfHappensWhenItIsSentAgain() {
    Commit commit = Samples.completing(Samples.claimed(store, "order-1"), Counters.raise("x"));

    assertLost(Loss.REQUEST, commit);
    assertThat(Counters.count(source, "x")).isZero();
    assertThat(transactions().commit(commit)).isInstanceOf(CommitResult.Committed.class);

    assertThat(Counters.count(source, "x")).isEqualTo(1);
  }

  @Test
  void aFirstAttemptWhoseAnswerWasLostIsRecognisedByItsRecord() {
    Commit commit =
        new Commit.AtOnce(Samples.claim("order-1", "a"), Samples.RESULT, Counters.raise("x"));

    assertLost(Loss.ANSWER, commit);
    assertThat(transactions().commit(commit)).isInstanceOf(CommitResult.Refused.class);

    assertThat(store.find(Samples.id("order-1")).orElseThrow().isOwnedBy(new Owner("a"))).isTrue();
    assertThat(Counters.count(source, "x")).isEqualTo(1);
  }

  @Test
  void anAttemptThatOnlyObservesIsRecognisedByItsRow() {
    Commit commit = new Commit.Unrecorded(new Owner("a"), Counters.raise("x"));

    assertLost(Loss.ANSWER, commit);
    assertThat(transactions().commit(commit)).isInstanceOf(CommitResult.Committed.class);

    assertThat(Counters.count(source, "x")).isEqualTo(1);
  }

  @Test
  void aGroupWhoseAnswerWasLostIsRecognisedByItsRecords() {
    List<Commit.AtOnce> group =
        List.of(
            new Commit.AtOnce(Samples.claim("order-1", "a"), Samples.RESULT, Counters.raise("x")),
            new Commit.AtOnce(Samples.claim("order-2", "b"), Samples.RESULT, Counters.raise("y")));
    List<Optional<CommitResult>> answers = new ArrayList<>();

    next.set(Loss.ANSWER);
    assertThat(fault(() -> together(group, answers))).isEqualTo(StoreException.Kind.UNREACHABLE);
    assertThat(answers).isEmpty();
    together(group, answers);

    assertThat(answers).hasSize(2).allMatch(it -> it.orElseThrow() instanceof CommitResult.Refused);
    assertThat(Counters.count(source, "x")).isEqualTo(1);
    assertThat(Counters.count(source, "y")).isEqualTo(1);
  }

  private void together(List<Commit.AtOnce> group, List<Optional<CommitResult>> answers) {
    transactions()
        .commitGroups()
        .orElseThrow()
        .commit(group, (index, answer) -> answers.add(answer));
  }

  private void assertLost(Loss loss, Commit commit) {
    next.set(loss);
    assertThat(fault(() -> transactions().commit(commit)))
        .isEqualTo(StoreException.Kind.UNREACHABLE);
    assertThat(next).hasValue(Loss.NONE);
  }

  private static StoreException.Kind fault(Runnable call) {
    return catchThrowableOfType(StoreException.class, call::run).kind();
  }

  private Transactions transactions() {
    return store.transactions().orElseThrow();
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
