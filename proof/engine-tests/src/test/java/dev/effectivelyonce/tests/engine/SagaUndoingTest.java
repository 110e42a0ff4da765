package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.tests.engine.Story.assertTold;

import org.junit.jupiter.api.Test;

/** A saga whose undoing is hindered, and what an operator can do about it. */
class SagaUndoingTest {

  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # what is done is not undone while a later step is in doubt
        RERUN {saga{paid stubborn{ship/ask!timeout} fails}}
          -> took TimeoutException Held(Step ship is in doubt, so the saga can't be undo…) |
          UNKNOWN#1… +reserve +charge ?ship ran 1 called reserve,charge
        RERUN breaks:reserve {saga{stubborn{reserve/hold+undo} fails}} done:reserve
          {saga{reserve/hold+undo fails}}
          -> took RuntimeException Held(Step reserve is in doubt, so the saga can't be u…)
          Failed#2(closed) | FAILED#2… +reserve !saga.failed#2… +reserve.undo#2 ran 2 called
          reserve,unfound
        # how long undoing is tried is the saga's choice
        RERUN breaks:uncharge-2 {saga:holdingIn=3{paid ship/ask!failed}} again freeze:10m again
          -> Released#1(RuntimeException) Released#2(RuntimeException) Held(The saga could not be
          undone at step charge.undo…) | UNKNOWN#3… +reserve +charge !ship(declined)
          !saga.failed(declined) ?charge.undo#3 ran 3 called
          reserve,charge,uncharge-2,uncharge-2,uncharge-2 happened 3
        RERUN breaks:uncharge-2 {saga:holdingIn=1:holdingAfter=1m{paid ship/ask!failed}} freeze:59s
          again freeze:1s again
          -> Released#1(RuntimeException) Released#2(RuntimeException) Held(The saga could not be
          undone at step charge.undo…) | UNKNOWN#3… +reserve +charge !ship(declined)
          !saga.failed(declined) ?charge.undo#3 ran 3 called
          reserve,charge,uncharge-2,uncharge-2,uncharge-2 happened 3
        # an error that a compensation throws is held like an exception
        RERUN breaks:uncharge-1:<AssertionError|StackOverflowError|Error>
          {saga:holdingIn=2:holdingAfter=0s{charge/ask+undo fails}} again
          -> Released#1(<AssertionError|StackOverflowError|Error>) Held(The saga could not be undone at
          step charge.undo…) | UNKNOWN#2… +charge !saga.failed(closed) ?charge.undo#2 ran 2 called
          charge,uncharge-1,uncharge-1 happened 2
        # a step that the body went on without does not end the way to what is undone
        RERUN breaks:uncharge-2 {saga{reserve/ask+undo stubborn{gift/ask!undone} charge/ask+undo
          fails}} recovers again
          -> took StepNotDoneException Released#1(RuntimeException) took StepNotDoneException
          Failed#2(closed) | FAILED#2… +reserve -gift#2… +charge !saga.failed… +charge.undo#2
          +reserve.undo#2 ran 2 called reserve,charge,uncharge-2,uncharge-2,unreserve-1 happened 4
        # what can never be undone is held at once until an operator did it by hand
        RERUN refuses:uncharge-2 {saga{paid ship/ask!failed}} record? done:charge.undo again
          -> Held(The saga could not be undone at step charge.undo…) [UNKNOWN#1… +reserve +charge
          !ship(declined) !saga.failed(declined) !charge.undo(the account is closed)]
          Failed#2(declined) | FAILED#2… +reserve +charge !ship… !saga.failed… +charge.undo
          +reserve.undo#2 ran 2 called reserve,charge,uncharge-2,unreserve-1
        # a saga that is undone stays so though an operator reopens the step that failed
        RERUN {saga{paid ship/ask!failed}} undone:ship {saga{paid ship/ask}}
          -> Failed#1(declined) Failed#2(declined) | FAILED#2… +reserve +charge !ship#2…
          !saga.failed… +charge.undo +reserve.undo ran 2 called
          reserve,charge,uncharge-2,unreserve-1
        # a body that can't get to where it went back says why
        RERUN breaks:uncharge-2 {saga{paid fails}} recovers {saga{reserve/ask+undo retries}}
          {saga{paid fails}}
          -> Released#1(RuntimeException) Released#2(busy) Failed#3(closed) | FAILED#3… +reserve
          +charge !saga.failed… +charge.undo#3 +reserve.undo#3 ran 3 called
          reserve,charge,uncharge-2,uncharge-2,unreserve-1 happened 4
        """);
  }
}
