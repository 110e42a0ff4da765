package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Code that calls other steps than the record has, as after a deployment. */
class StepOrderTest {
  private static final StepPolicy<String> AGAIN = StepPolicy.rerun(String.class);

  private final Bench bench = new Bench(RERUN);
  private final Gateway gateway = new Gateway();

  /** Calls the steps in this order. */
  private Handler calling(String... names) {
    return attempt -> {
      for (String name : names) {
        attempt.steps().run(name, AGAIN, gateway.does(name));
      }
      return HandlerResult.completed();
    };
  }

  private Handler interrupted(Handler handler) {
    return attempt -> {
      handler.handle(attempt);
      return HandlerResult.retry("the rest can wait");
    };
  }

  private void assertContradicted(Outcome outcome, String... words) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Released.class, it -> assertThat(it.why().text()).contains(words));
  }

  @Test
  void stepsInAnotherOrderAreRefusedBeforeAnythingHappens() {
    bench.deliver(interrupted(calling("reserve", "charge")));

    Outcome outcome = bench.deliver(calling("charge", "reserve"));

    assertContradicted(
        outcome, "calls step charge", "its record has step reserve, as number 1", "Run the code");
    assertThat(gateway.calls).containsExactly("reserve", "charge");
    bench.assertRecord(Status.RETRYABLE, 2);
  }

  @Test
  void aRenamedStepIsRefusedAndTheCodeThatBeganItGoesOn() {
    bench.deliver(interrupted(calling("reserve", "charge")));

    assertContradicted(bench.deliver(calling("reserve", "bill", "ship")), "calls step bill");
    assertThat(gateway.calls("bill")).isZero();

    assertThat(bench.deliver(calling("reserve", "charge", "ship")).isDone()).isTrue();
    assertThat(gateway.calls).containsExactly("reserve", "charge", "ship");
  }

  @Test
  void aRemovedStepIsRefusedInTheMiddleAndAtTheEnd() {
    bench.deliver(interrupted(calling("reserve", "charge", "ship")));

    assertContradicted(bench.deliver(calling("reserve", "ship")), "calls step ship");
    assertContradicted(
        bench.deliver(calling("reserve", "charge")), "completed without step ship of its record");
    assertThat(gateway.calls).containsExactly("reserve", "charge", "ship");
  }

  @Test
  void aHandlerThatTakesWhatIsThrownIsRefusedAllTheSame() {
    bench.deliver(interrupted(calling("charge")));

    Outcome outcome =
        bench.deliver(
            attempt -> {
              try {
                return calling("bill").handle(attempt);
              } catch (Throwable thrown) {
                return HandlerResult.completed();
              }
            });

    assertContradicted(outcome, "calls step bill");
  }

  @Test
  void underHoldAContradictionIsHeldAsAnyException() {
    Bench holding = new Bench(HOLD);
    holding.deliver(interrupted(calling("charge")));

    assertThat(holding.deliver(calling("bill"))).isInstanceOf(Outcome.Held.class);
  }

  @Test
  void aNewStepBehindTheOthersRuns() {
    bench.deliver(interrupted(calling("charge")));

    assertThat(bench.deliver(calling("charge", "mail")).isDone()).isTrue();
    assertThat(gateway.calls).containsExactly("charge", "mail");
  }

  @Test
  void anAttemptThatEndsEarlyNeedNotCallThemAll() {
    bench.deliver(interrupted(calling("charge", "ship")));

    assertThat(bench.deliver(interrupted(calling("charge")))).isInstanceOf(Outcome.Released.class);
    assertThat(bench.record().error().orElseThrow().text()).isEqualTo("the rest can wait");
  }

  @Test
  void anAttemptThatFailsNeedNotCallThemAll() {
    bench.deliver(interrupted(calling("charge", "ship")));

    assertThat(bench.deliver(attempt -> HandlerResult.fail("closed")))
        .isEqualTo(new Outcome.Failed(new ErrorSummary("closed"), 2));
  }

  @Test
  @SuppressWarnings("NullAway") // A caller's code need not be checked for null.
  void anAttemptThatReturnsNothingIsToldSoThoughItCalledNone() {
    bench.deliver(interrupted(calling("charge")));

    assertThat(bench.deliver(attempt -> null))
        .isInstanceOfSatisfying(
            Outcome.Released.class, it -> assertThat(it.why().text()).contains("returned null"));
  }

  @Test
  void effectsAreNotCommittedWithoutAStepOfTheRecord() {
    bench.deliver(interrupted(calling("charge")));
    List<String> effects = new ArrayList<>();

    Outcome outcome =
        bench.deliver(
            attempt -> HandlerResult.commit(InMemoryEffects.of(() -> effects.add("booked"))));

    assertContradicted(outcome, "completed without step charge of its record");
    assertThat(effects).isEmpty();
  }

  @Test
  void aNameIsUsedOnceInAHandler() {
    assertContradicted(bench.deliver(calling("charge", "charge")), "called twice");
    assertThat(gateway.calls).containsExactly("charge");
  }

  @Test
  void aStepWithinAStepIsRefused() {
    Outcome outcome =
        bench.deliver(
            attempt ->
                HandlerResult.completed(
                    attempt
                        .steps()
                        .run(
                            "outer",
                            AGAIN,
                            key -> attempt.steps().run("inner", AGAIN, gateway.does("inner")))));

    assertContradicted(outcome, "Step inner is called while step outer runs");
    assertThat(gateway.calls).isEmpty();
  }

  @Test
  void aNameOfAnotherFormIsRefusedBeforeItsEffect() {
    assertThat(bench.deliver(calling("to charge"))).isInstanceOf(Outcome.Released.class);
    assertThat(gateway.calls).isEmpty();
    assertThat(bench.record().steps()).isEmpty();
  }

  @Test
  void aResultThatTheCodeCanNotReadIsRefused() {
    bench.deliver(interrupted(calling("charge")));

    Outcome outcome =
        bench.deliver(
            attempt ->
                HandlerResult.completed(
                    attempt.steps().run("charge", StepPolicy.rerun(Integer.class), key -> 1)));

    assertContradicted(outcome, "What step charge came to can't be read as java.lang.Integer");
  }
}
