package dev.effectivelyonce.tests.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.saga.SagaSteps;
import dev.effectivelyonce.core.steps.StepFailedException;
import dev.effectivelyonce.core.steps.StepNotDoneException;
import dev.effectivelyonce.core.steps.StepPolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A saga whose undoing is hindered, and what an operator can do about it. */
class SagaUndoingTest {
  private final SagaShop shop = new SagaShop();
  private final Bench bench = shop.bench;
  private final Gateway gateway = shop.gateway;

  @Test
  void aStepInDoubtIsHeldAndNothingIsUndoneUntilItIsSettled() {
    Handler saga =
        SagaShop.running(
            steps -> {
              try {
                steps.step(
                    "reserve",
                    StepPolicy.hold(String.class),
                    gateway.does("reserve"),
                    shop.undoneBy("release"));
              } catch (IllegalStateException e) {
                return HandlerResult.fail("out of patience");
              }
              return HandlerResult.fail("cancelled");
            });
    shop.breaks("reserve");

    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Held.class);
    assertThat(gateway.calls).containsExactly("reserve");

    shop.settle(shop.step("reserve").done(new StoredResult.Text("reserve 1")));
    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Failed.class);
    assertThat(gateway.calls).containsExactly("reserve", "release of reserve 1");
  }

  @Test
  void whatIsDoneIsNotUndoneWhileALaterStepIsInDoubt() {
    shop.ships = SagaShop.throwing(new IllegalStateException("timeout"));
    Handler saga =
        SagaShop.running(
            steps -> {
              try {
                return shop.body(steps);
              } catch (IllegalStateException e) {
                return HandlerResult.fail("out of patience");
              }
            });

    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Held.class);
    assertThat(gateway.calls).containsExactly("reserve", "charge");
  }

  @Test
  void whatCanNotBeUndoneIsTriedAgainAndThenHeld() {
    shop.ships = SagaShop.throwing(new StepFailedException("no such address"));
    shop.breaks("refund of charge 2");
    Handler saga = shop.saga(it -> it.holdingAfter(3));

    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Released.class);
    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Released.class);
    bench.clock.advance(Duration.ofMinutes(10));
    Outcome outcome = bench.deliver(saga);

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Held.class,
            held ->
                assertThat(held.why().text())
                    .contains("at step charge.undo", "in attempt 3", "IllegalStateException"));
    bench.assertRecord(Status.UNKNOWN, 3);
    assertThat(gateway.calls("release of reserve 1")).isZero();
  }

  @Test
  void howLongUndoingIsTriedIsTheSagasChoice() {
    shop.ships = SagaShop.throwing(new StepFailedException("no such address"));
    shop.breaks("refund of charge 2");
    Handler saga = shop.saga(it -> it.holdingAfter(1).holdingAfter(Duration.ofMinutes(1)));

    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Released.class);
    bench.clock.advance(Duration.ofSeconds(59));
    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Released.class);
    bench.clock.advance(Duration.ofSeconds(1));
    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Held.class);
  }

  /** The body went on behind that step, so what it did there has to be undone as well. */
  @Test
  void aStepThatTheBodyWentOnWithoutDoesNotEndTheWayToWhatIsUndone() {
    Handler saga = SagaShop.running(this::cancelledWithoutAGift);
    shop.breaks("refund of charge 2");
    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Released.class);
    gateway.recovers();

    assertThat(bench.deliver(saga)).isEqualTo(new Outcome.Failed(new ErrorSummary("cancelled"), 2));
    assertThat(gateway.effects("refund of charge 2")).isEqualTo(1);
    assertThat(gateway.effects("release of reserve 1")).isEqualTo(1);
  }

  private HandlerResult cancelledWithoutAGift(SagaSteps steps) throws Exception {
    StepPolicy<String> asks = StepPolicy.ask(String.class, gateway::find);
    steps.step("reserve", asks, gateway.does("reserve"), shop.undoneBy("release"));
    try {
      steps.step("gift", asks, SagaShop.throwing(new StepNotDoneException("none left")));
    } catch (StepNotDoneException e) {
      // It is not what the customer pays for.
    }
    steps.step("charge", asks, gateway.does("charge"), shop.undoneBy("refund"));
    return HandlerResult.fail("cancelled");
  }

  @Test
  void aBodyThatCanNotGetToWhereItWentBackSaysWhy() {
    boolean[] isDown = {false};
    Handler saga =
        SagaShop.running(
            steps -> {
              StepPolicy<String> asks = StepPolicy.ask(String.class, gateway::find);
              steps.step("reserve", asks, gateway.does("reserve"), shop.undoneBy("release"));
              return isDown[0] ? HandlerResult.retry("no prices") : cancelled(steps, asks);
            });
    shop.breaks("refund of charge 2");
    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Released.class);
    gateway.recovers();
    isDown[0] = true;

    assertThat(bench.deliver(saga))
        .isInstanceOfSatisfying(
            Outcome.Released.class, it -> assertThat(it.why().text()).contains("no prices"));
    isDown[0] = false;
    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Failed.class);
    assertThat(gateway.effects("refund of charge 2")).isEqualTo(1);
  }

  private HandlerResult cancelled(SagaSteps steps, StepPolicy<String> asks) throws Exception {
    steps.step("charge", asks, gateway.does("charge"), shop.undoneBy("refund"));
    return HandlerResult.fail("cancelled");
  }

  @Test
  void whatCanNeverBeUndoneIsHeldAtOnce() {
    shop.ships = SagaShop.throwing(new StepFailedException("no such address"));
    gateway.after(
        "refund of charge 2",
        () -> {
          throw new StepFailedException("the account is closed");
        });

    assertThat(bench.deliver(shop.saga())).isInstanceOf(Outcome.Held.class);
    bench.assertRecord(Status.UNKNOWN, 1);
    assertThat(shop.step("charge.undo").state()).isEqualTo(Step.State.FAILED);
  }

  @Test
  void aSagaThatIsUndoneStaysSoThoughAnOperatorReopensTheStepThatFailed() {
    shop.ships = SagaShop.throwing(new StepFailedException("no such address"));
    bench.deliver(shop.saga());
    shop.ships = gateway.does("ship");

    shop.settle(shop.step("ship").notDone(new ErrorSummary("try again")));

    assertThat(bench.deliver(shop.saga()))
        .isEqualTo(new Outcome.Failed(new ErrorSummary("no such address"), 2));
    assertThat(gateway.calls).containsExactly(SagaShop.UNDONE);
  }

  @Test
  void anUndoingThatFailedForGoodGoesOnWhenAnOperatorDidItByHand() {
    shop.ships = SagaShop.throwing(new StepFailedException("no such address"));
    gateway.after(
        "refund of charge 2",
        () -> {
          throw new StepFailedException("the account is closed");
        });
    bench.deliver(shop.saga());

    shop.settle(shop.step("charge.undo").done(StoredResult.none()));

    assertThat(bench.deliver(shop.saga())).isInstanceOf(Outcome.Failed.class);
    assertThat(gateway.calls("refund of charge 2")).isEqualTo(1);
    assertThat(gateway.calls("release of reserve 1")).isEqualTo(1);
  }
}
