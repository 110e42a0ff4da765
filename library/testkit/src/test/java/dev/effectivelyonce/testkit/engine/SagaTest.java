package dev.effectivelyonce.testkit.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Handler;
import dev.effectivelyonce.core.engine.HandlerResult;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.saga.Compensation;
import dev.effectivelyonce.core.saga.Saga;
import dev.effectivelyonce.core.saga.SagaSteps;
import dev.effectivelyonce.core.steps.StepAction;
import dev.effectivelyonce.core.steps.StepFailedException;
import dev.effectivelyonce.core.steps.StepNotDoneException;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.steps.Steps;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Reserve, charge, ship: all of them, or what happened is undone, the last first. */
class SagaTest {
  private final Bench bench = new Bench(RERUN);
  private final Gateway gateway = new Gateway();

  private StepAction<String> ships = gateway.does("ship");

  private Handler saga() {
    return saga(it -> it);
  }

  private Handler saga(UnaryOperator<Saga> settings) {
    return attempt -> settings.apply(Saga.over(attempt.steps())).run(steps -> body(steps));
  }

  private HandlerResult body(SagaSteps steps) throws Exception {
    StepPolicy<String> asks = StepPolicy.ask(String.class, gateway::find);
    steps.step("reserve", asks, gateway.does("reserve"), undoneBy("release"));
    steps.step("charge", asks, gateway.does("charge"), undoneBy("refund"));
    return HandlerResult.completed(steps.step("ship", asks, key -> ships.perform(key)));
  }

  /** What undoes it names what it undoes. */
  private Compensation<String> undoneBy(String what) {
    return Compensation.by((key, done) -> gateway.does(what + " of " + done).perform(key));
  }

  private static StepAction<String> throwing(Exception e) {
    return key -> {
      throw e;
    };
  }

  private Step step(String name) {
    return bench.record().step(name).orElseThrow();
  }

  private void breaks(String what) {
    gateway.after(
        what,
        () -> {
          throw new IllegalStateException("timeout");
        });
  }

  @Test
  void allIsDoneInOrder() {
    assertThat(bench.deliver(saga()))
        .isEqualTo(new Outcome.Executed(new StoredResult.Text("ship 3"), 1));
    assertThat(gateway.calls).containsExactly("reserve", "charge", "ship");
  }

  @Test
  void whatIsDoneIsUndoneInReverseWhenAStepFailsForGood() {
    ships = throwing(new StepFailedException("no such address"));

    assertThat(bench.deliver(saga()))
        .isEqualTo(new Outcome.Failed(new ErrorSummary("no such address"), 1));
    assertThat(gateway.calls)
        .containsExactly("reserve", "charge", "refund of charge 2", "release of reserve 1");
    bench.assertRecord(Status.FAILED, 1);
    assertThat(step("saga.failed").why()).contains(new ErrorSummary("no such address"));
  }

  @Test
  void aBodyThatFailsHasAllOfItUndone() {
    Handler fails =
        attempt ->
            Saga.over(attempt.steps())
                .run(
                    steps -> {
                      body(steps);
                      return HandlerResult.fail("cancelled");
                    });

    assertThat(bench.deliver(fails))
        .isEqualTo(new Outcome.Failed(new ErrorSummary("cancelled"), 1));
    assertThat(gateway.calls)
        .containsExactly("reserve", "charge", "ship", "refund of charge 2", "release of reserve 1");
  }

  @Test
  void aSagaThatWentBackNeverGoesForwardAgain() {
    ships = throwing(new StepFailedException("no such address"));
    breaks("refund of charge 2");
    assertThat(bench.deliver(saga())).isInstanceOf(Outcome.Released.class);

    gateway.recovers();
    ships = gateway.does("ship");
    Outcome outcome =
        bench.deliver(
            attempt ->
                Saga.over(attempt.steps())
                    .run(
                        steps -> {
                          HandlerResult done = body(steps);
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
    breaks("refund of charge 2");
    bench.deliver(
        attempt ->
            Saga.over(attempt.steps())
                .run(
                    steps -> {
                      StepPolicy<String> asks = StepPolicy.ask(String.class, gateway::find);
                      steps.step("reserve", asks, gateway.does("reserve"), undoneBy("release"));
                      steps.step("charge", asks, gateway.does("charge"), undoneBy("refund"));
                      return HandlerResult.fail("cancelled");
                    }));
    gateway.recovers();

    assertThat(bench.deliver(saga()))
        .isEqualTo(new Outcome.Failed(new ErrorSummary("cancelled"), 2));
    assertThat(gateway.calls("ship")).isZero();
    assertThat(gateway.calls("release of reserve 1")).isEqualTo(1);
  }

  @Test
  void anExceptionUndoesNothingAndTheNextAttemptGoesOn() {
    breaks("charge");
    assertThat(bench.deliver(saga())).isInstanceOf(Outcome.Released.class);
    gateway.recovers();

    assertThat(bench.deliver(saga()).isDone()).isTrue();
    assertThat(gateway.calls).containsExactly("reserve", "charge", "ship");
  }

  @Test
  void aStepThatDidNotHappenIsGivenUpInTheAttemptNamed() {
    ships = throwing(new StepNotDoneException("no courier"));
    Handler saga = saga(it -> it.givingUpIn(2));

    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Released.class);
    assertThat(bench.deliver(saga))
        .isEqualTo(new Outcome.Failed(new ErrorSummary("Given up in attempt 2: no courier"), 2));
    assertThat(gateway.calls)
        .containsExactly("reserve", "charge", "refund of charge 2", "release of reserve 1");
  }

  @Test
  void aStepInDoubtIsHeldAndNothingIsUndoneUntilItIsSettled() {
    Handler saga =
        attempt ->
            Saga.over(attempt.steps())
                .run(
                    steps -> {
                      try {
                        steps.step(
                            "reserve",
                            StepPolicy.hold(String.class),
                            gateway.does("reserve"),
                            undoneBy("release"));
                      } catch (IllegalStateException e) {
                        return HandlerResult.fail("out of patience");
                      }
                      return HandlerResult.fail("cancelled");
                    });
    breaks("reserve");

    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Held.class);
    assertThat(gateway.calls).containsExactly("reserve");

    bench.memory.settleStep(
        bench.record(),
        step("reserve").done(new StoredResult.Text("reserve 1")),
        Stamp.of(bench.clock.instant(), Bench.RETENTION));
    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Failed.class);
    assertThat(gateway.calls).containsExactly("reserve", "release of reserve 1");
  }

  @Test
  void whatCanNotBeUndoneIsTriedAgainAndThenHeld() {
    ships = throwing(new StepFailedException("no such address"));
    breaks("refund of charge 2");
    Handler saga = saga(it -> it.holdingAfter(3));

    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Released.class);
    assertThat(bench.deliver(saga)).isInstanceOf(Outcome.Released.class);
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
  void whatCanNeverBeUndoneIsHeldAtOnce() {
    ships = throwing(new StepFailedException("no such address"));
    gateway.after(
        "refund of charge 2",
        () -> {
          throw new StepFailedException("the account is closed");
        });

    assertThat(bench.deliver(saga())).isInstanceOf(Outcome.Held.class);
    bench.assertRecord(Status.UNKNOWN, 1);
    assertThat(step("charge.undo").state()).isEqualTo(Step.State.FAILED);
  }

  @Test
  void aSagaThatIsUndoneStaysSoThoughAnOperatorReopensTheStepThatFailed() {
    ships = throwing(new StepFailedException("no such address"));
    bench.deliver(saga());
    ships = gateway.does("ship");

    bench.memory.settleStep(
        bench.record(),
        step("ship").notDone(new ErrorSummary("try again")),
        Stamp.of(bench.clock.instant(), Bench.RETENTION));

    assertThat(bench.deliver(saga()))
        .isEqualTo(new Outcome.Failed(new ErrorSummary("no such address"), 2));
    assertThat(gateway.calls)
        .containsExactly("reserve", "charge", "refund of charge 2", "release of reserve 1");
  }

  @Test
  void anUndoingThatFailedForGoodGoesOnWhenAnOperatorDidItByHand() {
    ships = throwing(new StepFailedException("no such address"));
    gateway.after(
        "refund of charge 2",
        () -> {
          throw new StepFailedException("the account is closed");
        });
    bench.deliver(saga());

    bench.memory.settleStep(
        bench.record(),
        step("charge.undo").done(StoredResult.none()),
        Stamp.of(bench.clock.instant(), Bench.RETENTION));

    assertThat(bench.deliver(saga())).isInstanceOf(Outcome.Failed.class);
    assertThat(gateway.calls("refund of charge 2")).isEqualTo(1);
    assertThat(gateway.calls("release of reserve 1")).isEqualTo(1);
  }

  @Test
  void aNameThatLeavesNoRoomForItsUndoingIsRefusedBeforeItsEffect() {
    String name = "n".repeat(60);

    bench.deliver(
        attempt ->
            Saga.over(attempt.steps())
                .run(
                    steps ->
                        HandlerResult.completed(
                            steps.step(
                                name,
                                StepPolicy.rerun(String.class),
                                gateway.does("reserve"),
                                undoneBy("release")))));

    assertThat(gateway.calls).isEmpty();
    assertThat(bench.record().steps()).isEmpty();
  }

  @Test
  void aSagaRunsWithoutARecordToo() throws Exception {
    ships = throwing(new StepFailedException("no such address"));
    Steps unrecorded = Steps.unrecorded(RecordId.of(Bench.ORDERS, Bench.KEY));

    HandlerResult result = Saga.over(unrecorded).run(this::body);

    assertThat(result).isEqualTo(HandlerResult.fail("no such address"));
    assertThat(gateway.calls)
        .containsExactly("reserve", "charge", "refund of charge 2", "release of reserve 1");
  }
}
