package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.engine.Story.assertTold;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.steps.StepPolicy;
import org.junit.jupiter.api.Test;

/** Code that calls other steps than the record has, as after a deployment. */
class StepOrderTest {
  private final Bench bench = new Bench(RERUN);
  private final Gateway gateway = new Gateway();

  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # a renamed step is refused and the code that began it goes on
        RERUN {reserve/rerun charge/rerun retries} {reserve/rerun bill/rerun ship/rerun}
          {reserve/rerun charge/rerun ship/rerun}
          -> Released#1(busy) Released#2(The handler calls step bill where its record has…)
          Executed#3=ship 3 | COMPLETED#3… +reserve +charge +ship#3 ran 3 called reserve,charge,ship
        # steps in another order are refused before anything happens
        RERUN {reserve/rerun charge/rerun retries} {charge/rerun reserve/rerun}
          -> Released#1(busy) Released#2(The handler calls step charge where its record h…) |
          RETRYABLE#2… +reserve +charge ran 2 called reserve,charge
        # a step within a step is refused
        RERUN {ahead:outer{inner/rerun} outer/rerun}
          -> Released#1(Step inner is called while step outer runs. Call…) | RETRYABLE#1… ?outer
          ran 1
        # a removed step is refused in the middle and at the end
        RERUN {reserve/rerun charge/rerun ship/rerun retries} {reserve/rerun ship/rerun}
          {reserve/rerun charge/rerun}
          -> Released#1(busy) Released#2(The handler calls step ship where its record has…)
          Released#3(The handler completed without step ship of its r…) | RETRYABLE#3… +reserve
          +charge +ship ran 3 called reserve,charge,ship
        RERUN {charge/rerun retries} commits
          -> Released#1(busy) Released#2(The handler completed without step charge of its…) |
          RETRYABLE#2… +charge ran 2 called charge
        # a handler that takes what is thrown is refused all the same
        RERUN {charge/rerun retries} {stubborn{bill/rerun}}
          -> Released#1(busy) took CONTRADICTED Released#2(The handler calls step bill where its
          record has…) | RETRYABLE#2… +charge ran 2 called charge
        # under HOLD a contradiction is held as any exception
        HOLD {charge/rerun retries} {bill/rerun}
          -> Released#1(busy) Held(The handler calls step bill where its record has…) | UNKNOWN#2…
          +charge ran 2 called charge
        # a new step behind the others runs
        RERUN {charge/rerun retries} {charge/rerun mail/rerun}
          -> Released#1(busy) Executed#2=mail 2 | COMPLETED#2… +charge +mail#2 ran 2 called
          charge,mail
        # an attempt that does not complete need not call them all
        RERUN {charge/rerun ship/rerun retries} {charge/rerun retries:1s}
          -> Released#1(busy) Released#2(busy)+1s | RETRYABLE#2… +charge +ship ran 2 called
          charge,ship
        RERUN {charge/rerun ship/rerun retries} fails
          -> Released#1(busy) Failed#2(closed) | FAILED#2… +charge +ship ran 2 called charge,ship
        RERUN {charge/rerun retries} null
          -> Released#1(busy) Released#2(Refused: The handler returned null; return Handl…) |
          RETRYABLE#2… +charge ran 2 called charge
        # a name is used once in a handler and has its form
        RERUN {charge/rerun charge/rerun}
          -> Released#1(Step charge is called twice. Give each step of a…) | RETRYABLE#1… +charge
          ran 1 called charge
        RERUN {to+charge/rerun}
          -> Released#1(dev.effectivelyonce.core.ConfigurationException …) | RETRYABLE#1… ran 1
        """);
  }

  @Test
  void aResultThatTheCodeCanNotReadIsRefused() {
    bench.deliver(
        attempt -> {
          attempt.steps().run("charge", StepPolicy.rerun(String.class), gateway.does("charge"));
          return HandlerResult.retry("the rest can wait");
        });

    Outcome outcome =
        bench.deliver(
            attempt ->
                HandlerResult.completed(
                    attempt.steps().run("charge", StepPolicy.rerun(Integer.class), key -> 1)));

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Released.class,
            it ->
                assertThat(it.why().text())
                    .contains("The result of step charge can't be read as java.lang.Integer"));
  }
}
