package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.effectivelyonce.core.engine.Attempts;
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
  void workWithoutAValueIsDoneToo() {
    assertThat(begun(bench).completed(null))
        .isEqualTo(new Outcome.Executed(StoredResult.none(), 1));
  }

  @Test
  void workThatThrewIsGivenBack() {
    Outcome outcome = begun(bench).threw(new IllegalStateException());

    assertThat(outcome).isInstanceOf(Outcome.Released.class);
    assertThat(begun(bench).claimed().attempt()).isEqualTo(2);
    assertThat(bench.kinds()).containsExactly(Kind.CLAIMED, Kind.RELEASED, Kind.TAKEN_OVER);
  }

  @Test
  void underHoldWorkThatThrewIsHeld() {
    Bench holding = new Bench(HOLD);

    assertThat(begun(holding).threw(new IllegalStateException())).isInstanceOf(Outcome.Held.class);
    assertThat(holding.record().status()).isEqualTo(Status.UNKNOWN);
  }

  @Test
  void workIsNotBegunWhileAnotherAttemptHoldsTheClaim() {
    OpenAttempt first = begun(bench);

    assertThat(begin(bench))
        .isEqualTo(new Beginning.NotBegun(new Outcome.InFlight(first.claimed().leaseUntil())));
  }

  @Test
  void theEndOfAZombieIsRefused() {
    OpenAttempt zombie = begun(bench);
    bench.lapse();
    begun(bench).completed("of the next");

    assertThat(zombie.completed("of the zombie")).isEqualTo(new Outcome.Superseded(1));
    assertThat(zombie.threw(new IllegalStateException())).isEqualTo(new Outcome.Superseded(1));
    assertThat(bench.record().result()).isEqualTo(new StoredResult.Text("of the next"));
  }

  @Test
  void nothingIsWrittenForWorkWhoseTimeIsUp() {
    Attempts attempts = bench.attempts();
    var request = bench.request();
    bench.clock.advance(Bench.TIME);

    assertThat(attempts.begin(ID, request))
        .isEqualTo(new Beginning.NotBegun(new Outcome.NotStarted(Outcome.Reason.DEADLINE)));
    assertThat(bench.store.calls(Verb.CLAIM)).isZero();
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

  @Test
  void theRecordIsTheOneThatIsNamed() {
    RecordId named = new RecordId("function.method#0123");

    bench.attempts().begin(named, bench.request());

    assertThat(bench.memory.records()).containsOnlyKeys(named);
  }
}
