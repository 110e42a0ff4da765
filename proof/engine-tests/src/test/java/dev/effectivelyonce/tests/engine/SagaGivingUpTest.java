package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.Refusals.assertMistake;
import static dev.effectivelyonce.tests.engine.Story.assertTold;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.saga.Saga;
import dev.effectivelyonce.core.steps.Steps;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A saga whose step does not happen: when it goes back, and when it must not. */
class SagaGivingUpTest {
  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # a step whose request may still be under way is held rather than given up
        RERUN {saga:maxAttempts=2{paid ship/ask!timeout}} {saga:maxAttempts=2{paid ship/ask!undone}}
          -> Released#1(TimeoutException) Held(Step ship is in doubt. Given up in attempt 2: no…) |
          UNKNOWN#2… +reserve +charge ?ship#2 ran 2 called reserve,charge
        RERUN {saga:maxAttempts=4{paid ship/ask!timeout}} {saga:maxAttempts=4{paid ship/ask!undone}}
          again again
          -> Released#1(TimeoutException) Released#2(no courier) Released#3(no courier) Held(Step
          ship is in doubt. Given up in attempt 4: no…) | UNKNOWN#4… +reserve +charge ?ship#4 ran 4
          called reserve,charge
        # an operator or the provider's final word ends the doubt
        RERUN {saga:maxAttempts=2{paid ship/ask!timeout}} {saga:maxAttempts=2{paid ship/ask!undone}}
          undone:ship again
          -> Released#1(TimeoutException) Held(Step ship is in doubt. Given up in attempt 2: no…)
          Failed#3(Given up in attempt 3: no courier) | FAILED#3… +reserve +charge !ship#3…
          !saga.failed#3… +charge.undo#3 +reserve.undo#3 ran 3 called
          reserve,charge,uncharge-2,unreserve-1
        RERUN {saga:maxAttempts=2{paid ship/ask!timeout}} {saga:maxAttempts=2{paid ship/ask!failed}}
          -> Released#1(TimeoutException) Failed#2(declined) | FAILED#2… +reserve +charge !ship#2…
          !saga.failed#2… +charge.undo#2 +reserve.undo#2 ran 2 called
          reserve,charge,uncharge-2,unreserve-1
        # a step has its time from when it was first begun
        RERUN {saga:givingUpAfter=15m{paid ship/ask!undone}} freeze:14m59s again freeze:1s again
          -> Released#1(no courier) Released#2(no courier) Failed#3(Given up in attempt 3: no
          courier) | FAILED#3… +reserve +charge !ship#3… !saga.failed#3… +charge.undo#3
          +reserve.undo#3 ran 3 called reserve,charge,uncharge-2,unreserve-1
        RERUN breaks:charge {saga:givingUpAfter=15m{paid ship/ask!undone}} recovers freeze:1h again
          freeze:15m again
          -> Released#1(RuntimeException) Released#2(no courier) Failed#3(Given up in attempt 3: no
          courier) | FAILED#3… +reserve +charge !ship#3… !saga.failed#3… +charge.undo#3
          +reserve.undo#3 ran 3 called reserve,charge,uncharge-2,unreserve-1
        # attempts and time have to be reached both
        RERUN {saga:maxAttempts=3:givingUpAfter=15m{paid ship/ask!undone}} freeze:15m again again
          -> Released#1(no courier) Released#2(no courier) Failed#3(Given up in attempt 3: no
          courier) | FAILED#3… +reserve +charge !ship#3… !saga.failed#3… +charge.undo#3
          +reserve.undo#3 ran 3 called reserve,charge,uncharge-2,unreserve-1
        # an undoing is tried for its time too before it is held
        RERUN breaks:uncharge-2 {saga{paid ship/ask!failed}} again:4 freeze:9m59s again freeze:1s
          again
          -> Released#1(RuntimeException) Released#2(RuntimeException) Released#3(RuntimeException)
          Released#4(RuntimeException) Released#5(RuntimeException) Released#6(RuntimeException)
          Held(The saga could not be undone at step charge.undo…) | UNKNOWN#7… +reserve +charge
          !ship(declined) !saga.failed(declined) ?charge.undo#7 ran 7 called
          reserve,charge,uncharge-2,uncharge-2,uncharge-2,uncharge-2,uncharge-2,uncharge-2,uncharge-2
          happened 3
        """);
  }

  @Test
  void aBoundThatIsNoneIsRefused() {
    Saga saga =
        Saga.over(Steps.unrecorded(RecordId.of(new ConsumerName("shop"), BusinessKey.of("O-1"))));

    assertMistake(() -> saga.givingUpAfter(Duration.ofSeconds(-1)), "after PT-1S");
    assertMistake(() -> saga.maxAttempts(0), "in attempt 0");
  }
}
