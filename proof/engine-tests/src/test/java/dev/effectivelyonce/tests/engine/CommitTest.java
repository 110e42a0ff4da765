package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.testkit.ForwardingStore;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Effects that a handler returns, to be written together with its completion. */
class CommitTest {
  private final Bench bench = new Bench(RERUN);
  private int effects;

  private HandlerResult pay(Attempt attempt) {
    return HandlerResult.commit(InMemoryEffects.of(() -> effects++), "attempt " + attempt.number());
  }

  /** Refused by its own condition. */
  private Handler overdraws(HandlerResult.NotDone declared) {
    return attempt ->
        HandlerResult.commit(InMemoryEffects.of(() -> false, () -> effects++, declared));
  }

  private static Outcome executed(int attempt) {
    return new Outcome.Executed(new StoredResult.Text("attempt " + attempt), attempt);
  }

  @Test
  void theyHappenWithTheCompletionAndDuplicatesGetItsResult() {
    assertThat(bench.deliver(this::pay)).isEqualTo(executed(1));
    assertThat(effects).isEqualTo(1);
    bench.assertRecord(Status.COMPLETED, 1);

    assertThat(bench.deliver(this::pay))
        .isEqualTo(bench.duplicate(new StoredResult.Text("attempt 1")));
    assertThat(effects).isEqualTo(1);
  }

  @Test
  void aZombieDoesNotAnswerForWhatAnOperatorSettledAsCompleted() {
    Outcome outcome =
        bench.deliver(
            attempt -> {
              bench.lapse();
              bench.settle(Settlement.COMPLETED);
              bench.clock.advance(Duration.ofMillis(1));
              return pay(attempt);
            });

    assertThat(outcome).isEqualTo(new Outcome.Superseded(1));
    assertThat(effects).isZero();
  }

  @Test
  void aLostAnswerIsAskedForAgainAndTheEffectIsNotRepeated() {
    bench.store.loseAnswerOfNext(Verb.COMMIT, 2);

    assertThat(bench.deliver(this::pay)).isEqualTo(executed(1));

    assertThat(bench.store.calls(Verb.COMMIT)).isEqualTo(3);
    assertThat(effects).isEqualTo(1);
  }

  @Test
  void aCommitThatMeetsAnotherOrALimitIsTriedAgain() {
    bench.store.failNext(Verb.COMMIT, 3, StoreException.Kind.THROTTLED);

    assertThat(bench.deliver(this::pay)).isEqualTo(executed(1));

    assertThat(bench.pauses)
        .containsExactly(Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(200));
    assertThat(effects).isEqualTo(1);
  }

  @Test
  void aCommitThatIsNeverAnsweredIsFoundDoneByTheNextDelivery() {
    bench.store.loseAnswerOfNext(Verb.COMMIT, 1_000);
    assertThat(bench.deliver(this::pay)).isInstanceOf(Outcome.Unrecorded.class);

    bench.lapse();
    assertThat(bench.deliver(this::pay)).isInstanceOf(Outcome.Duplicate.class);
    assertThat(effects).isEqualTo(1);
  }

  @Test
  void theEffectsOfAZombieDoNotHappen() {
    Outcome outcome =
        bench.deliver(
            attempt -> {
              bench.lapse();
              assertThat(bench.deliver(this::pay)).isEqualTo(executed(2));
              return pay(attempt);
            });

    assertThat(outcome).isEqualTo(new Outcome.Superseded(1));
    assertThat(effects).isEqualTo(1);
    assertThat(bench.record().result()).isEqualTo(new StoredResult.Text("attempt 2"));
  }

  @Test
  void anEffectRefusedForGoodFailsTheEvent() {
    assertThat(bench.deliver(overdraws(HandlerResult.fail("over the balance"))))
        .isEqualTo(new Outcome.Failed(new ErrorSummary("over the balance"), 1));

    bench.assertRecord(Status.FAILED, 1);
    assertThat(effects).isZero();
  }

  @Test
  void anEffectRefusedForNowReleasesTheClaim() {
    Duration delay = Duration.ofSeconds(9);

    assertThat(bench.deliver(overdraws(HandlerResult.retryAfter(delay, "changed meanwhile"))))
        .isEqualTo(
            new Outcome.Released(new ErrorSummary("changed meanwhile"), Optional.of(delay), 1));

    assertThat(bench.deliver(this::pay)).isEqualTo(executed(2));
    assertThat(effects).isEqualTo(1);
  }

  @Test
  void aStoreWithoutTransactionsFailsTheEventAndSaysWhatToDo() {
    Outcome outcome = bench.engine(withoutTransactions()).execute(bench.request(), this::pay);

    assertThat(outcome).isInstanceOf(Outcome.Failed.class);
    assertThat(bench.record().error().orElseThrow().text()).contains("use a store that has them");
    assertThat(effects).isZero();
  }

  @Test
  void soItIsWithAConsumerThatOnlyObserves() {
    Outcome outcome = bench.observing(withoutTransactions()).execute(bench.request(), this::pay);

    assertThat(outcome).isInstanceOf(Outcome.Failed.class);
    assertThat(bench.record().error().orElseThrow().text()).contains("use a store that has them");
    assertThat(effects).isZero();
  }

  /** Effects that no store of these tests carries out. */
  private static HandlerResult foreign(Attempt attempt) {
    return HandlerResult.commit(new Effects() {});
  }

  private void assertFailedByForeignEffects(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Failed.class);
    bench.assertRecord(Status.FAILED, 1);
    assertThat(bench.record().error().orElseThrow().text())
        .contains(getClass().getName(), "InMemoryEffects", "store");
  }

  @Test
  void effectsOfAnotherStoreFailTheEventAndSayWhatToDo() {
    assertFailedByForeignEffects(bench.deliver(CommitTest::foreign));
  }

  private IdempotencyStore withoutTransactions() {
    return new ForwardingStore(bench.memory) {
      @Override
      public Optional<Transactions> transactions() {
        return Optional.empty();
      }
    };
  }
}
