package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.engine.SingleShotEngine;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.steps.HandlerStopped;
import dev.effectivelyonce.core.steps.StepAction;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Record and effects in one write, without a claim. */
class SingleShotTest {
  private final Bench bench = new Bench(RERUN);
  private final SingleShotEngine engine = bench.singleShot();
  private int runs;
  private int effects;

  private HandlerResult pay(Attempt attempt) {
    runs++;
    return HandlerResult.commit(InMemoryEffects.of(() -> effects++), "by " + attempt.owner());
  }

  private Outcome deliver(Handler handler) {
    return engine.execute(bench.request(), handler);
  }

  @Test
  void takesOneWrite() {
    assertThat(deliver(this::pay)).isInstanceOf(Outcome.Executed.class);

    bench.assertRecord(Status.COMPLETED, 1);
    assertThat(effects).isEqualTo(1);
    assertThat(bench.store.calls(Verb.COMMIT)).isEqualTo(1);
    assertThat(bench.store.calls(Verb.CLAIM)).isZero();
    assertThat(bench.transitions).extracting(Transition::attempt).containsExactly(1);
  }

  @Test
  void aDuplicateRunsAndHasNoEffect() {
    deliver(this::pay);
    StoredResult first = bench.record().result();

    assertThat(deliver(this::pay)).isEqualTo(bench.duplicate(first));

    assertThat(runs).isEqualTo(2);
    assertThat(effects).isEqualTo(1);
    assertThat(bench.record().result()).isEqualTo(first);
    assertThat(bench.store.calls(Verb.CLAIM)).isZero();
    assertThat(bench.transitions).extracting(Transition::attempt).containsExactly(1, 0);
  }

  @Test
  void aFurtherCopyInTheBatchIsADuplicateOfTheFirstAndDoesNotRun() {
    Outcome first = deliver(this::pay);

    assertThat(engine.follow(bench.request(), this::pay, first))
        .isEqualTo(new Outcome.Duplicate(bench.record().result()));

    assertThat(runs).isEqualTo(1);
  }

  @Test
  void anInterruptThatAHandlerLeavesBehindDoesNotReachTheWrite() {
    SingleShotEngine interrupted = bench.singleShot(Interrupts.refusedBy(bench.store));

    Outcome outcome =
        interrupted.execute(
            bench.request(),
            attempt -> {
              Thread.currentThread().interrupt();
              return HandlerResult.commit(InMemoryEffects.of(() -> effects++));
            });

    assertThat(Thread.interrupted()).isFalse();
    assertThat(outcome).isInstanceOf(Outcome.Executed.class);
  }

  @Test
  void aHandlerThatCallsAStepRunsUnderAClaimWhateverItDoesWithTheStop() {
    List<String> charges = new ArrayList<>();
    Handler handler =
        attempt -> {
          try {
            attempt.steps().run("charge", StepPolicy.hold(), StepAction.of(charges::add));
          } catch (HandlerStopped ignored) {
            // As no handler should.
          }
          return pay(attempt);
        };

    assertThat(deliver(handler)).isInstanceOf(Outcome.Executed.class);

    assertThat(charges).hasSize(1);
    assertThat(effects).isEqualTo(1);
    assertThat(bench.record().step("charge")).isPresent();
  }

  @Test
  void whatIsNeverAnsweredIsFoundDoneByTheNextDelivery() {
    bench.store.loseAnswerOfNext(Verb.COMMIT, 1_000);
    assertThat(deliver(this::pay)).isInstanceOf(Outcome.Unrecorded.class);

    Outcome next = bench.singleShot(bench.memory).execute(bench.request(), this::pay);
    assertThat(next).isInstanceOf(Outcome.Duplicate.class);
    assertThat(effects).isEqualTo(1);
  }

  @Test
  void aStoreThatIsDownLeavesNothingBehind() {
    bench.store.failNext(Verb.COMMIT, 1_000, StoreException.Kind.UNREACHABLE);

    assertThat(deliver(this::pay)).isInstanceOf(Outcome.Unrecorded.class);

    assertThat(bench.hasNoRecord()).isTrue();
    assertThat(effects).isZero();
  }

  @Test
  void anotherPayloadUnderTheKeyIsRefused() {
    engine.execute(bench.request("12.50 EUR"), this::pay);

    assertThat(engine.execute(bench.request("99.00 EUR"), this::pay))
        .isEqualTo(new Outcome.KeyReused());
    assertThat(effects).isEqualTo(1);
  }

  /** A handler sees what its own first run did: the account may be empty by now. */
  @Test
  void aDuplicateWhoseHandlerFailsNowIsADuplicate() {
    deliver(this::pay);

    assertThat(deliver(attempt -> HandlerResult.fail("over the balance")))
        .isInstanceOf(Outcome.Duplicate.class);
    bench.assertRecord(Status.COMPLETED, 1);
  }

  @Test
  void aRecordThatIsHeldStaysHeld() {
    Bench holds = new Bench(HOLD);
    holds.deliver(
        attempt -> {
          throw new IllegalStateException();
        });

    assertThat(holds.singleShot().execute(holds.request(), this::pay))
        .isInstanceOf(Outcome.Held.class);
    assertThat(effects).isZero();
  }

  @Test
  void aLiveClaimIsInFlight() {
    Crash.between(bench, this::pay);

    assertThat(deliver(this::pay)).isInstanceOf(Outcome.InFlight.class);
    assertThat(effects).isZero();
  }

  @Test
  void nothingStartsWithoutTimeLeft() {
    Request request = bench.request();
    bench.clock.advance(Bench.TIME);

    assertThat(engine.execute(request, this::pay))
        .isEqualTo(new Outcome.NotStarted(Outcome.Reason.DEADLINE));
    assertThat(runs).isZero();
  }
}
