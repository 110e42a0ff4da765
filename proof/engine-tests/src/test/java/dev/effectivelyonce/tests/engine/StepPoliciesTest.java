package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.steps.Found;
import dev.effectivelyonce.core.steps.StepNotDoneException;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A step whose attempt died or threw in the midst of it: what the next attempt does. */
class StepPoliciesTest {
  private static final StepPolicy<String> HELD = StepPolicy.hold(String.class);

  private final Bench bench = new Bench(RERUN);
  private final Gateway gateway = new Gateway();
  private final StepPolicy<String> asks = StepPolicy.ask(String.class, gateway::find);

  private Handler charging(StepPolicy<String> policy) {
    return attempt ->
        HandlerResult.completed(attempt.steps().run("charge", policy, gateway.does("charge")));
  }

  /** The charge happens, and its answer is lost. */
  private void timesOut() {
    AtomicBoolean first = new AtomicBoolean(true);
    gateway.after(
        "charge",
        () -> {
          if (first.getAndSet(false)) {
            throw new IllegalStateException("timeout");
          }
        });
    bench.deliver(charging(HELD));
  }

  /** The attempt's process dies before the charge happens. */
  private void diesBefore() {
    bench.deliver(
        attempt ->
            HandlerResult.completed(
                attempt
                    .steps()
                    .run(
                        "charge",
                        HELD,
                        key -> {
                          throw new TimeoutException();
                        })));
  }

  private Step charge() {
    return bench.record().step("charge").orElseThrow();
  }

  @Test
  void rerunRunsItAgainWithTheSameKey() {
    timesOut();

    assertThat(bench.deliver(charging(StepPolicy.rerun(String.class))))
        .isEqualTo(new Outcome.Executed(new StoredResult.Text("charge 1"), 2));
    assertThat(gateway.calls("charge")).isEqualTo(2);
    assertThat(gateway.effects("charge")).isEqualTo(1);
    assertThat(charge().attempt()).isEqualTo(2);
  }

  @Test
  void holdWaitsForAnOperatorAndDoesNothing() {
    timesOut();

    assertThat(bench.deliver(charging(HELD)))
        .isEqualTo(
            new Outcome.Held(
                new ErrorSummary(
                    "Step charge was begun by attempt 1, and nobody knows whether it happened")));
    assertThat(gateway.calls("charge")).isEqualTo(1);
    bench.assertRecord(Status.UNKNOWN, 2);
    assertThat(charge().state()).isEqualTo(Step.State.INTENT);
  }

  @Test
  void aHandlerThatTakesWhatIsThrownBeginsNoOtherStepAndIsHeldAllTheSame() {
    timesOut();

    Outcome outcome =
        bench.deliver(
            attempt -> {
              try {
                return charging(HELD).handle(attempt);
              } catch (Throwable held) {
                attempt.steps().run("ship", HELD, gateway.does("ship"));
                return HandlerResult.completed();
              }
            });

    assertThat(outcome).isInstanceOf(Outcome.Held.class);
    assertThat(gateway.calls("ship")).isZero();
  }

  @Test
  void askTakesWhatTheProviderHas() {
    timesOut();

    assertThat(bench.deliver(charging(asks)))
        .isEqualTo(new Outcome.Executed(new StoredResult.Text("charge 1"), 2));
    assertThat(gateway.calls("charge")).isEqualTo(1);
    assertThat(charge().state()).isEqualTo(Step.State.DONE);
  }

  @Test
  void askRunsWhatTheProviderDoesNotHave() {
    diesBefore();

    assertThat(bench.deliver(charging(asks)).isDone()).isTrue();
    assertThat(gateway.calls("charge")).isEqualTo(1);
  }

  @Test
  void askHoldsWhatTheProviderCanNotTell() {
    timesOut();

    assertThat(bench.deliver(charging(StepPolicy.ask(String.class, key -> Found.dontKnow()))))
        .isInstanceOf(Outcome.Held.class);
    assertThat(gateway.calls("charge")).isEqualTo(1);
    bench.assertRecord(Status.UNKNOWN, 2);
  }

  @Test
  void aProviderThatCanNotBeAskedNowIsAskedByTheNextAttempt() {
    timesOut();
    StepPolicy<String> unreachable =
        StepPolicy.ask(
            String.class,
            key -> {
              throw new TimeoutException();
            });

    assertThat(bench.deliver(charging(unreachable))).isInstanceOf(Outcome.Released.class);
    assertThat(charge().state()).isEqualTo(Step.State.INTENT);
    assertThat(bench.deliver(charging(asks)).isDone()).isTrue();
    assertThat(gateway.calls("charge")).isEqualTo(1);
  }

  @Test
  void thatARerunDidNotHappenSaysNothingAboutTheFirst() {
    timesOut();

    bench.deliver(
        attempt ->
            HandlerResult.completed(
                attempt
                    .steps()
                    .run(
                        "charge",
                        StepPolicy.rerun(String.class),
                        key -> {
                          throw new StepNotDoneException("connection refused");
                        })));

    assertThat(charge().state()).isEqualTo(Step.State.INTENT);
    assertThat(bench.deliver(charging(HELD))).isInstanceOf(Outcome.Held.class);
  }

  /** The request of the first attempt is still under way when the provider is asked. */
  @Test
  void thatTheProviderDoesNotHaveItYetSaysNothingAboutARequestUnderWay() {
    diesBefore();

    bench.deliver(
        attempt ->
            HandlerResult.completed(
                attempt
                    .steps()
                    .run(
                        "charge",
                        asks,
                        key -> {
                          throw new StepNotDoneException("connection refused");
                        })));

    assertThat(charge().state()).isEqualTo(Step.State.INTENT);
    assertThat(bench.deliver(charging(HELD))).isInstanceOf(Outcome.Held.class);
  }

  @Test
  void aCommitThatIsRefusedForGoodWhileAStepIsInDoubtIsHeld() {
    Outcome outcome =
        bench.deliver(
            attempt -> {
              try {
                String ignored =
                    attempt
                        .steps()
                        .run(
                            "charge",
                            HELD,
                            key -> {
                              throw new TimeoutException();
                            });
              } catch (TimeoutException e) {
                // The handler goes on without it.
              }
              return HandlerResult.commit(
                  InMemoryEffects.of(
                      () -> false, () -> {}, HandlerResult.fail("over the balance")));
            });

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Held.class,
            held ->
                assertThat(held.why().text())
                    .contains("Step charge is in doubt", "over the balance"));
    bench.assertRecord(Status.UNKNOWN, 1);
  }

  @Test
  void aHandlerThatFailsWhileAStepIsInDoubtIsHeld() {
    timesOut();

    assertThat(bench.deliver(attempt -> HandlerResult.fail("out of patience")))
        .isInstanceOfSatisfying(
            Outcome.Held.class,
            held ->
                assertThat(held.why().text())
                    .contains("Step charge is in doubt", "out of patience"));
    bench.assertRecord(Status.UNKNOWN, 2);
  }

  @Test
  void aStepThatAnOperatorSettledAsDoneIsNotRunAgain() {
    timesOut();
    bench.deliver(charging(HELD));

    settle(charge().done(new StoredResult.Text("found it")));

    bench.assertRecord(Status.RETRYABLE, 2);
    assertThat(bench.deliver(charging(HELD)))
        .isEqualTo(new Outcome.Executed(new StoredResult.Text("found it"), 3));
    assertThat(gateway.calls("charge")).isEqualTo(1);
  }

  @Test
  void aStepThatAnOperatorSettledAsNotDoneRuns() {
    diesBefore();
    bench.deliver(charging(HELD));

    settle(charge().notDone(new ErrorSummary("not in the books")));

    assertThat(bench.deliver(charging(HELD)).isDone()).isTrue();
    assertThat(gateway.calls("charge")).isEqualTo(1);
  }

  private void settle(Step step) {
    bench.memory.settleStep(bench.record(), step, Stamp.of(bench.clock.instant(), Bench.RETENTION));
  }
}
