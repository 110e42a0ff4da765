package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.engine.Story.assertTold;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.steps.Nothing;
import dev.effectivelyonce.core.steps.StepAction;
import dev.effectivelyonce.core.steps.StepFailedException;
import dev.effectivelyonce.core.steps.StepNotDoneException;
import dev.effectivelyonce.core.steps.StepPolicy;
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
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # a step is noted before its effect and after it
        RERUN then:charge{record?} {charge/hold}
          -> [INPROGRESS#1 ?charge] Executed#1=charge 1 | COMPLETED#1… +charge ran 1 called charge
        # what is done is not done again by a later attempt
        RERUN {charge/hold retries} {charge/hold}
          -> Released#1(busy) Executed#2=charge 1 | COMPLETED#2… +charge ran 2 called charge
        # an exception leaves a step in doubt
        RERUN {charge/hold!timeout} -> Released#1(TimeoutException) | RETRYABLE#1… ?charge ran 1
        # what certainly did not happen is tried again whatever the policies
        HOLD {charge/hold!undone} record? {charge/hold}
          -> Released#1(no courier) [RETRYABLE#1… -charge…] Executed#2=charge 1 | COMPLETED#2…
          +charge#2 ran 2 called charge
        # what failed for good is told to every later attempt
        RERUN {stubborn{charge/hold!failed} retries} {charge/rerun}
          -> took StepFailedException Released#1(busy) Failed#2(declined) | FAILED#2… !charge… ran 2
        # a result that is not kept is still this attempt's
        RERUN {charge/hold!large nothing}
          -> Executed#1 | COMPLETED#1 +charge(It has 101 bytes, and there is room for 100) ran 1
        # a result that neither the record nor the provider has is for an operator
        RERUN {charge/<hold|unknowing>!large retries} {charge/<hold|unknowing>}
          -> Released#1(busy) Held(Step charge is done, but its result was not kept…) | UNKNOWN#2…
          +charge(It has 101 bytes, and there is room for 100) ran 2
        # a result that only the provider has is asked for
        RERUN {charge/knowing!large retries} {charge/knowing}
          -> Released#1(busy) Executed#2=found | COMPLETED#2… +charge(It has 101 bytes, and there is
          room for 100) ran 2
        # a decision stands whatever a later attempt would decide
        RERUN {decide:refund:unanswered retries} {decide:refund:called}
          -> Released#1(busy) Executed#2=r2 | COMPLETED#2… !refund(unanswered) ran 2
        # steps of an observed handler run in every delivery
        RERUN observing {charge/hold} {charge/hold}
          -> Executed#1 skips(DUPLICATE) Executed#0 | COMPLETED#1=charge 1 ran 2 called
          charge,charge happened 1
        """);
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
}
