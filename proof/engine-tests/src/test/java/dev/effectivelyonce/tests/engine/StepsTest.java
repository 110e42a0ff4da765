package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.steps.Found;
import dev.effectivelyonce.core.steps.Nothing;
import dev.effectivelyonce.core.steps.StepAction;
import dev.effectivelyonce.core.steps.StepFailedException;
import dev.effectivelyonce.core.steps.StepNotDoneException;
import dev.effectivelyonce.core.steps.StepPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** What a step leaves in the record, and what a later attempt makes of it. */
class StepsTest {
  private static final StepPolicy<String> AGAIN = StepPolicy.rerun(String.class);
  private static final StepPolicy<String> HELD = StepPolicy.hold(String.class);

  private final Bench bench = new Bench(RERUN);
  private final Gateway gateway = new Gateway();

  private static Handler charging(StepPolicy<String> policy, StepAction<String> action) {
    return attempt -> HandlerResult.completed(attempt.steps().run("charge", policy, action));
  }

  private static Handler failing(Exception e) {
    return charging(
        HELD,
        key -> {
          throw e;
        });
  }

  private Step charge() {
    return bench.record().step("charge").orElseThrow();
  }

  @Test
  void aStepIsNotedBeforeItsEffectAndAfterIt() {
    List<Step> seen = new ArrayList<>();
    gateway.after("charge", () -> seen.add(charge()));

    Outcome outcome = bench.deliver(charging(HELD, gateway.does("charge")));

    assertThat(outcome).isEqualTo(new Outcome.Executed(new StoredResult.Text("charge 1"), 1));
    assertThat(seen)
        .containsExactly(Step.unbegun("charge", 1, 1).begun(bench.clock.instant()).intendedBy(1));
    assertThat(charge()).isEqualTo(seen.getFirst().done(new StoredResult.Text("charge 1")));
    bench.assertRecord(Status.COMPLETED, 1);
  }

  @Test
  void whatIsDoneIsNotDoneAgainByALaterAttempt() {
    Handler charges = charging(HELD, gateway.does("charge"));
    bench.deliver(
        attempt -> {
          charges.handle(attempt);
          return HandlerResult.retry("the rest can wait");
        });

    assertThat(bench.deliver(charges))
        .isEqualTo(new Outcome.Executed(new StoredResult.Text("charge 1"), 2));
    assertThat(gateway.calls).containsExactly("charge");
    assertThat(charge().attempt()).isEqualTo(1);
  }

  @Test
  void aStepWithoutAValueIsDoneOnceToo() {
    Handler notifies =
        attempt -> {
          Nothing done =
              attempt
                  .steps()
                  .run("mail", StepPolicy.hold(), StepAction.of(key -> gateway.calls.add(key)));
          return attempt.isFirst() ? HandlerResult.retry("later") : HandlerResult.completed(done);
        };
    bench.deliver(notifies);

    assertThat(bench.deliver(notifies))
        .as("it is given the same as the first")
        .isEqualTo(new Outcome.Executed(new StoredResult.Text(Nothing.NOTHING.name()), 2));
    assertThat(gateway.calls).hasSize(1);
    assertThat(bench.record().step("mail").orElseThrow().result()).isEqualTo(StoredResult.none());
  }

  @Test
  void theProviderKeyIsTheSameInEveryAttemptAndOfThisStepOfThisEventAlone() {
    Handler times =
        charging(
            AGAIN,
            key -> {
              gateway.calls.add(key);
              throw new TimeoutException();
            });
    bench.deliver(times);
    bench.deliver(times);

    String key = gateway.calls.getFirst();
    assertThat(gateway.calls).containsExactly(key, key);
    assertThat(key).matches("[A-Za-z0-9_-]{43}").doesNotContain("o-1001");
    assertThat(key).isEqualTo(bench.record().id().providerKey("charge"));
    assertThat(key).isNotEqualTo(bench.record().id().providerKey("refund"));
  }

  @Test
  void anExceptionLeavesAStepInDoubt() {
    Outcome outcome = bench.deliver(failing(new TimeoutException()));

    assertThat(outcome).isInstanceOf(Outcome.Released.class);
    assertThat(charge().state()).isEqualTo(Step.State.INTENT);
    bench.assertRecord(Status.RETRYABLE, 1);
  }

  @Test
  void whatCertainlyDidNotHappenIsTriedAgainWhateverThePolicies() {
    Bench holding = new Bench(HOLD);

    Outcome outcome = holding.deliver(failing(new StepNotDoneException("busy")));

    assertThat(outcome)
        .isEqualTo(new Outcome.Released(new ErrorSummary("busy"), Optional.empty(), 1));
    assertThat(holding.record().step("charge").orElseThrow().state())
        .isEqualTo(Step.State.NOT_DONE);
    assertThat(holding.deliver(charging(HELD, gateway.does("charge"))).isDone()).isTrue();
    assertThat(gateway.effects("charge")).isEqualTo(1);
  }

  @Test
  void whatFailedForGoodIsToldToEveryLaterAttempt() {
    Handler declined = failing(new StepFailedException("card declined"));
    bench.deliver(
        attempt -> {
          try {
            return declined.handle(attempt);
          } catch (StepFailedException e) {
            return HandlerResult.retry("told the customer");
          }
        });

    Outcome outcome = bench.deliver(charging(AGAIN, gateway.does("charge")));

    assertThat(outcome).isEqualTo(new Outcome.Failed(new ErrorSummary("card declined"), 2));
    assertThat(gateway.calls).isEmpty();
    bench.assertRecord(Status.FAILED, 2);
  }

  /** Such as the message of an exception that has none. */
  @Test
  void aFailureWithoutAReasonIsAFailureToo() {
    String none = new IllegalStateException().getMessage();

    assertThat(bench.deliver(failing(new StepNotDoneException(none))))
        .isInstanceOf(Outcome.Released.class);
    assertThat(charge().state()).isEqualTo(Step.State.NOT_DONE);

    assertThat(bench.deliver(failing(new StepFailedException(none))))
        .isInstanceOf(Outcome.Failed.class);
    assertThat(charge().state()).isEqualTo(Step.State.FAILED);
  }

  @Test
  void aResultThatIsNotKeptIsStillThisAttempts() {
    String large = "x".repeat(Bench.MAX_RESULT_BYTES + 1);

    bench.deliver(
        attempt -> {
          String value = attempt.steps().run("charge", HELD, key -> large);
          return HandlerResult.completed(value.length());
        });

    assertThat(charge().result())
        .isEqualTo(new StoredResult.Omitted(StoredResult.Reason.TOO_LARGE, large.length()));
    bench.assertRecord(Status.COMPLETED, 1);
  }

  @Test
  void aLaterAttemptThatNeedsAResultThatWasNotKeptAsksTheProviderOrIsHeld() {
    String large = "x".repeat(Bench.MAX_RESULT_BYTES + 1);
    Handler charges = charging(HELD, key -> large);
    Handler first =
        attempt -> {
          charges.handle(attempt);
          return HandlerResult.retry("later");
        };
    bench.deliver(first);

    assertThat(bench.deliver(charges)).isInstanceOf(Outcome.Held.class);
    assertThat(bench.record().error().orElseThrow().text()).contains("charge").contains("not kept");

    Bench other = new Bench(RERUN);
    other.deliver(first);
    StepPolicy<String> asks = StepPolicy.ask(String.class, key -> Found.done(large));
    assertThat(other.deliver(charging(asks, gateway.does("charge"))))
        .isEqualTo(
            new Outcome.Executed(
                new StoredResult.Omitted(StoredResult.Reason.TOO_LARGE, large.length()), 2));
    assertThat(gateway.calls).isEmpty();
  }

  @Test
  void aResultThatNeitherTheRecordNorTheProviderHasIsForAnOperator() {
    String large = "x".repeat(Bench.MAX_RESULT_BYTES + 1);
    Handler charges = charging(StepPolicy.ask(String.class, key -> Found.dontKnow()), key -> large);
    bench.deliver(
        attempt -> {
          charges.handle(attempt);
          return HandlerResult.retry("later");
        });

    assertThat(bench.deliver(charges))
        .isEqualTo(
            new Outcome.Held(
                new ErrorSummary(
                    "Step charge is done, but what it came to was not kept: It has 101 bytes, and"
                        + " there is room for 100")));
  }

  @Test
  void aDecisionStandsWhateverALaterAttemptWouldDecide() {
    bench.deliver(
        attempt -> {
          attempt.steps().decide("refund", "no answer");
          return HandlerResult.retry("later");
        });
    Step first = bench.record().step("refund").orElseThrow();

    Outcome outcome =
        bench.deliver(
            attempt -> {
              attempt.steps().decide("refund", "the customer called");
              return HandlerResult.completed();
            });

    assertThat(outcome.isDone()).isTrue();
    assertThat(bench.record().steps()).containsExactly(first);
    assertThat(first.why()).contains(new ErrorSummary("no answer"));
  }

  @Test
  void stepsOfAnObservedHandlerRunInEveryDelivery() {
    Handler charges = charging(HELD, gateway.does("charge"));

    bench.observing().execute(bench.request(), charges);
    bench.observing().execute(bench.request(), charges);

    assertThat(gateway.calls("charge")).isEqualTo(2);
    assertThat(gateway.effects("charge")).isEqualTo(1);
    assertThat(bench.record().steps()).isEmpty();
  }
}
