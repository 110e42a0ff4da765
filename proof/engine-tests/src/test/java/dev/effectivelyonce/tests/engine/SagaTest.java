package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.tests.engine.Story.assertTold;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.saga.Compensation;
import dev.effectivelyonce.core.saga.Saga;
import dev.effectivelyonce.core.steps.StepFailedException;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.steps.Steps;
import org.junit.jupiter.api.Test;

/** Reserve, charge, ship: all of them, or what happened is undone, the last first. */
class SagaTest {
  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # all is done in order
        RERUN {saga{paid ship/ask}}
          -> Executed#1=ship 3 | COMPLETED#1… +reserve +charge +ship ran 1 called
          reserve,charge,ship
        # what is done is undone in reverse when a step or the body fails for good
        RERUN {saga{paid ship/ask!failed}}
          -> Failed#1(declined) | FAILED#1… +reserve +charge !ship… !saga.failed… +charge.undo
          +reserve.undo ran 1 called reserve,charge,uncharge-2,unreserve-1
        RERUN {saga{paid ship/ask fails}}
          -> Failed#1(closed) | FAILED#1… +reserve +charge +ship !saga.failed… +charge.undo
          +reserve.undo ran 1 called reserve,charge,ship,uncharge-2,unreserve-1
        # a saga that went back never goes forward again
        RERUN breaks:uncharge-2 {saga{paid ship/ask!failed}} recovers {saga{paid ship/ask
          thank/hold}}
          -> Released#1(RuntimeException) Failed#2(declined) | FAILED#2… +reserve +charge !ship…
          !saga.failed… +charge.undo#2 +reserve.undo#2 ran 2 called
          reserve,charge,uncharge-2,uncharge-2,unreserve-1 happened 4
        RERUN breaks:uncharge-2 {saga{paid fails}} recovers {saga{paid ship/ask}}
          -> Released#1(RuntimeException) Failed#2(closed) | FAILED#2… +reserve +charge
          !saga.failed… +charge.undo#2 +reserve.undo#2 ran 2 called
          reserve,charge,uncharge-2,uncharge-2,unreserve-1 happened 4
        RERUN breaks:uncharge-2 {saga{paid fails}} recovers {saga{paid completes}}
          -> Released#1(RuntimeException) Failed#2(closed) | FAILED#2… +reserve +charge
          !saga.failed… +charge.undo#2 +reserve.undo#2 ran 2 called
          reserve,charge,uncharge-2,uncharge-2,unreserve-1 happened 4
        # an exception undoes nothing and the next attempt goes on
        RERUN breaks:charge {saga{paid ship/ask}} recovers {saga{paid ship/ask}}
          -> Released#1(RuntimeException) Executed#2=ship 3 | COMPLETED#2… +reserve +charge +ship#2
          ran 2 called reserve,charge,ship
        RERUN {saga{paid ship/ask null}} {saga{paid ship/ask}}
          -> Released#1(Refused: The handler returned null; return Handl…) Executed#2=ship 3 |
          COMPLETED#2… +reserve +charge +ship ran 2 called reserve,charge,ship
        # a step that did not happen is given up in the attempt named
        RERUN {saga:maxAttempts=2{paid ship/ask!undone}} {saga:maxAttempts=2{paid ship/ask!undone}}
          -> Released#1(no courier) Failed#2(Given up in attempt 2: no courier) | FAILED#2… +reserve
          +charge !ship#2… !saga.failed#2… +charge.undo#2 +reserve.undo#2 ran 2 called
          reserve,charge,uncharge-2,unreserve-1
        # a name that leaves no room for its undoing is refused before its effect
        RERUN {saga{nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn/rerun+undo}}
          -> Released#1(dev.effectivelyonce.core.ConfigurationException …) | RETRYABLE#1… ran 1
        """);
  }

  @Test
  void aSagaRunsWithoutARecordToo() throws Exception {
    Gateway gateway = new Gateway();
    Steps unrecorded = Steps.unrecorded(RecordId.of(Bench.ORDERS, Bench.KEY));

    HandlerResult result =
        Saga.over(unrecorded)
            .run(
                saga -> {
                  saga.step(
                      "charge",
                      StepPolicy.rerun(String.class),
                      gateway.does("charge"),
                      Compensation.by((key, done) -> gateway.does("refund " + done).perform(key)));
                  throw new StepFailedException("no such address");
                });

    assertThat(result).isEqualTo(HandlerResult.fail("no such address"));
    assertThat(gateway.calls).containsExactly("charge", "refund charge 1");
  }
}
