package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.tests.engine.Story.assertTold;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.saga.Compensation;
import dev.effectivelyonce.core.saga.Saga;
import dev.effectivelyonce.core.steps.StepPolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A saga whose undoing is hindered, and what an operator can do about it. */
class SagaUndoingTest {
  @ParameterizedTest
  @ValueSource(classes = {AssertionError.class, StackOverflowError.class, Error.class})
  void anErrorThatACompensationThrowsIsHeldLikeAnException(Class<? extends Error> type)
      throws Exception {
    Bench bench = new Bench(AbandonedClaimPolicy.RERUN);
    Error thrown = type.getConstructor().newInstance();
    Handler undone =
        attempt ->
            Saga.over(attempt.steps())
                .holdingAfter(2)
                .holdingAfter(Duration.ZERO)
                .run(
                    saga -> {
                      saga.step(
                          "charge",
                          StepPolicy.rerun(String.class),
                          key -> "charged",
                          Compensation.by(
                              (key, value) -> {
                                throw thrown;
                              }));
                      return HandlerResult.fail("closed");
                    });

    assertThat(bench.deliver(undone)).isInstanceOf(Outcome.Released.class);
    assertThat(bench.deliver(undone)).isInstanceOf(Outcome.Held.class);
  }

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
