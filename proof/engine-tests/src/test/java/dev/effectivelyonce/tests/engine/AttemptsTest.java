package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.effectivelyonce.core.engine.Attempts.Beginning;
import dev.effectivelyonce.core.engine.OpenAttempt;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Transition.Kind;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import org.junit.jupiter.api.Test;

/** Claims and ends of work that the caller does between two calls. */
class AttemptsTest {
  private static final RecordId ID = RecordId.of(Bench.ORDERS, Bench.KEY);

  private final Bench bench = new Bench(RERUN);

  private static OpenAttempt begun(Bench bench) {
    return begin(bench) instanceof Beginning.Begun(OpenAttempt attempt)
        ? attempt
        : fail("The work did not begin");
  }

  private static Beginning begin(Bench bench) {
    return bench.attempts().begin(ID, bench.request());
  }

  @Test
  void workThatIsDoneIsADuplicateFromThenOn() {
    OpenAttempt attempt = begun(bench);
    assertThat(attempt.claimed()).isEqualTo(bench.record());

    Outcome outcome = attempt.completed("receipt");

    assertThat(outcome).isEqualTo(new Outcome.Executed(new StoredResult.Text("receipt"), 1));
    assertThat(begin(bench))
        .isEqualTo(new Beginning.NotBegun(bench.duplicate(new StoredResult.Text("receipt"))));
    assertThat(bench.kinds()).containsExactly(Kind.CLAIMED, Kind.EXECUTED, Kind.DUPLICATE);
  }

  @Test
  void workThatThrewMayRunAgainAndTheObserverGetsTheException() {
    IllegalStateException thrown = new IllegalStateException("broken");

    assertThat(begun(bench).threw(thrown)).isInstanceOf(Outcome.Released.class);

    bench.assertRecord(Status.RETRYABLE, 1);
    assertThat(bench.transitions.getLast().thrown()).contains(thrown);
  }

  @Test
  void anEndIsSentAgainUntilItIsAnswered() {
    OpenAttempt attempt = begun(bench);
    bench.store.failNext(Verb.COMPLETE, 3);

    assertThat(attempt.completed("receipt").isDone()).isTrue();
  }

  @Test
  void anInterruptThatTheWorkLeftBehindIsCleared() {
    OpenAttempt completes = begun(bench);
    Thread.currentThread().interrupt();
    completes.completed(null);
    assertThat(Thread.interrupted()).isFalse();

    Bench other = new Bench(RERUN);
    OpenAttempt throwing = begun(other);
    Thread.currentThread().interrupt();
    throwing.threw(new IllegalStateException());
    assertThat(Thread.interrupted()).isFalse();
  }
}
