package dev.effectivelyonce.tests.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.saga.Saga;
import dev.effectivelyonce.core.steps.StepAction;
import dev.effectivelyonce.core.steps.StepFailedException;
import dev.effectivelyonce.core.steps.StepNotDoneException;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.steps.Steps;
import org.junit.jupiter.api.Test;

/** Reserve, charge, ship: all of them, or what happened is undone, the last first. */
class SagaTest {
  private final SagaShop shop = new SagaShop();
  private final Bench bench = shop.bench;
  private final Gateway gateway = shop.gateway;

  @Test
  void allIsDoneInOrder() {
    assertThat(bench.deliver(shop.saga()))
        .isEqualTo(new Outcome.Executed(new StoredResult.Text("ship 3"), 1));
    assertThat(gateway.calls).containsExactly("reserve", "charge", "ship");
  }

  @Test
  void whatIsDoneIsUndoneInReverseWhenAStepFailsForGood() {
    shop.ships = SagaShop.throwing(new StepFailedException("no such address"));

    assertThat(bench.deliver(shop.saga()))
        .isEqualTo(new Outcome.Failed(new ErrorSummary("no such address"), 1));
    assertThat(gateway.calls).containsExactly(SagaShop.UNDONE);
    bench.assertRecord(Status.FAILED, 1);
    assertThat(shop.step("saga.failed").why()).contains(new ErrorSummary("no such address"));
  }

  @Test
  void aBodyThatFailsHasAllOfItUndone() {
    Handler fails =
        SagaShop.running(
            steps -> {
              shop.body(steps);
              return HandlerResult.fail("cancelled");
            });

    assertThat(bench.deliver(fails))
        .isEqualTo(new Outcome.Failed(new ErrorSummary("cancelled"), 1));
    assertThat(gateway.calls)
        .containsExactly("reserve", "charge", "ship", "refund of charge 2", "release of reserve 1");
  }

  @Test
  void aSagaThatWentBackNeverGoesForwardAgain() {
    shop.ships = SagaShop.throwing(new StepFailedException("no such address"));
    shop.breaks("refund of charge 2");
    assertThat(bench.deliver(shop.saga())).isInstanceOf(Outcome.Released.class);

    gateway.recovers();
    shop.ships = gateway.does("ship");
    Outcome outcome =
        bench.deliver(
            SagaShop.running(
                steps -> {
                  HandlerResult done = shop.body(steps);
                  steps.step("thank", StepPolicy.hold(), StepAction.of(key -> {}));
                  return done;
                }));

    assertThat(outcome).isEqualTo(new Outcome.Failed(new ErrorSummary("no such address"), 2));
    assertThat(gateway.calls("ship")).isZero();
    assertThat(gateway.effects("refund of charge 2")).isEqualTo(1);
    assertThat(gateway.effects("release of reserve 1")).isEqualTo(1);
  }

  @Test
  void aBodyThatFailedAndWouldGoOnNowIsUndoneAllTheSame() {
    shop.breaks("refund of charge 2");
    bench.deliver(SagaShop.running(shop.unshipped(() -> HandlerResult.fail("cancelled"))));
    gateway.recovers();

    assertThat(bench.deliver(shop.saga()))
        .isEqualTo(new Outcome.Failed(new ErrorSummary("cancelled"), 2));
    assertThat(gateway.calls("ship")).isZero();
    assertThat(gateway.calls("release of reserve 1")).isEqualTo(1);
  }

  @Test
  void aBodyThatFailedAndWouldCompleteNowIsUndoneAllTheSame() {
    shop.breaks("refund of charge 2");
    HandlerResult[] says = {HandlerResult.fail("cancelled")};
    Handler saga = SagaShop.running(shop.unshipped(() -> says[0]));
    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Released.class);
    gateway.recovers();
    says[0] = HandlerResult.completed();

    assertThat(bench.deliver(saga)).isEqualTo(new Outcome.Failed(new ErrorSummary("cancelled"), 2));
    assertThat(gateway.effects("refund of charge 2")).isEqualTo(1);
    assertThat(gateway.calls("release of reserve 1")).isEqualTo(1);
  }

  @Test
  void anExceptionUndoesNothingAndTheNextAttemptGoesOn() {
    shop.breaks("charge");
    assertThat(bench.deliver(shop.saga())).isInstanceOf(Outcome.Released.class);
    gateway.recovers();

    assertThat(bench.deliver(shop.saga()).isDone()).isTrue();
    assertThat(gateway.calls).containsExactly("reserve", "charge", "ship");
  }

  @Test
  void aStepThatDidNotHappenIsGivenUpInTheAttemptNamed() {
    shop.ships = SagaShop.throwing(new StepNotDoneException("no courier"));
    Handler saga = shop.saga(it -> it.givingUpIn(2));

    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Released.class);
    assertThat(bench.deliver(saga))
        .isEqualTo(new Outcome.Failed(new ErrorSummary("Given up in attempt 2: no courier"), 2));
    assertThat(gateway.calls).containsExactly(SagaShop.UNDONE);
  }

  @Test
  @SuppressWarnings("NullAway") // A caller's code need not be checked for null.
  void aBodyThatReturnsNullIsABugAndTheNextAttemptGoesOn() {
    Handler forgets =
        SagaShop.running(
            steps -> {
              shop.body(steps);
              return null;
            });

    assertThat(bench.deliver(forgets))
        .isInstanceOfSatisfying(
            Outcome.Released.class, it -> assertThat(it.why().text()).contains("returned null"));
    assertThat(bench.deliver(shop.saga()).isDone()).isTrue();
    assertThat(gateway.calls).containsExactly("reserve", "charge", "ship");
  }

  @Test
  void aNameThatLeavesNoRoomForItsUndoingIsRefusedBeforeItsEffect() {
    String name = "n".repeat(60);

    bench.deliver(
        SagaShop.running(
            steps ->
                HandlerResult.completed(
                    steps.step(
                        name,
                        StepPolicy.rerun(String.class),
                        gateway.does("reserve"),
                        shop.undoneBy("release")))));

    assertThat(gateway.calls).isEmpty();
    assertThat(bench.record().steps()).isEmpty();
  }

  @Test
  void aSagaRunsWithoutARecordToo() throws Exception {
    shop.ships = SagaShop.throwing(new StepFailedException("no such address"));
    Steps unrecorded = Steps.unrecorded(RecordId.of(Bench.ORDERS, Bench.KEY));

    HandlerResult result = Saga.over(unrecorded).run(shop::body);

    assertThat(result).isEqualTo(HandlerResult.fail("no such address"));
    assertThat(gateway.calls).containsExactly(SagaShop.UNDONE);
  }
}
