package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.engine.Story.assertTold;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.DeliveryEngine;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.testkit.ForwardingStore;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Effects that a handler returns, to be written together with its completion. */
class CommitTest {
  private final Bench bench = new Bench(RERUN);
  private int effects;

  private HandlerResult pay(Attempt attempt) {
    return HandlerResult.commit(InMemoryEffects.of(() -> effects++), "attempt " + attempt.number());
  }

  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # they happen once with the completion
        RERUN commits commits -> Executed#1=r1 Duplicate=r1 | COMPLETED#1… ran 1 effects 1
        RERUN {lapse {commits} commits}
          -> Executed#2=r2 Superseded#1 | COMPLETED#2=r2 ran 2 effects 1
        # a value beside them is kept where each delivery runs too
        RERUN observing commits claiming commits
          -> Executed#1 Duplicate=r1 | COMPLETED#1… ran 1 effects 1
        # a zombie does not answer for what an operator settled as completed
        RERUN {lapse settle:COMPLETED freeze:0.001s commits} -> Superseded#1 | COMPLETED#1 ran 1
        # nor for a claim that was held in the same millisecond
        HOLD {lapse hold commits} -> Superseded#1 | UNKNOWN#1(lapsed) ran 1
        # a lost answer is asked for again and the effect is not repeated
        RERUN lose:COMMIT:2 commits calls?:COMMIT
          -> Executed#1=r1 COMMIT*3 | COMPLETED#1=r1 ran 1 effects 1
        RERUN lose:COMMIT:1000 commits lapse commits
          -> Unrecorded#1(UNREACHABLE) Duplicate=r1 | COMPLETED#1… ran 1 effects 1
        # a commit that meets another or a limit is tried again
        RERUN fail:COMMIT:3:THROTTLED commits paused?
          -> Executed#1=r1 paused [0.05s, 0.1s, 0.2s] | COMPLETED#1=r1 ran 1 effects 1
        # what the store throws of its own is tried once more and then counts as an attempt
        RERUN <before|after>:COMMIT{bug} commits -> Executed#1=r1 | COMPLETED#1… ran 1 effects 1
        <RERUN|HOLD> before:COMMIT{bug} before:COMMIT{bug} commits record? commits
          -> Released#1(Refused: The commit threw java.lang.UnsupportedO…) [RETRYABLE#1…]
          Executed#2=r2 | COMPLETED#2… ran 2 effects 1
        RERUN before:COMMIT{overflow} commits
          -> Released#1(Refused: The commit threw java.lang.StackOverflo…) | RETRYABLE#1… ran 1
        # a commit that had arrived stands
        RERUN after:COMMIT{overflow} commits commits
          -> Superseded#1 Duplicate=r1 | COMPLETED#1… ran 1 effects 1
        # an effect that is refused does not happen
        RERUN overdraws commits
          -> Failed#1(over the balance) AlreadyFailed(over the balance) | FAILED#1… ran 1
        RERUN collides:9s record? commits
          -> Released#1(raced)+9s [RETRYABLE#1…] Executed#2=r2 | COMPLETED#2… ran 2 effects 1
        """);
  }

  @Test
  void aStoreWithoutTransactionsFailsTheEventAndSaysWhatToDo() {
    for (DeliveryEngine engine :
        List.of(bench.engine(withoutTransactions()), bench.observing(withoutTransactions()))) {
      assertThat(engine.execute(bench.request(), this::pay)).isInstanceOf(Outcome.Failed.class);
      assertThat(bench.record().error().orElseThrow().text()).contains("use a store that has them");
      bench.settle(Settlement.RETRYABLE);
    }
    assertThat(effects).isZero();
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
