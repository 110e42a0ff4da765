package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.tests.engine.Story.assertTold;

import org.junit.jupiter.api.Test;

/** A step whose attempt died or threw in the midst of it: what the next attempt does. */
class StepPoliciesTest {
  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # rerun runs it again with the same key
        RERUN doubt {charge/rerun}
          -> Released#1(RuntimeException) Executed#2=charge 1 | COMPLETED#2… +charge#2 ran 2 called
          charge,charge happened 1
        # hold waits for an operator and does nothing
        RERUN doubt {charge/hold}
          -> Released#1(RuntimeException) Held(Step charge was begun by attempt 1, and it is no…) |
          UNKNOWN#2… ?charge ran 2 called charge
        # a handler that takes what is thrown begins no other step and is held all the same
        RERUN doubt {stubborn{charge/hold} ship/hold}
          -> Released#1(RuntimeException) took HELD Held(Step charge was begun by attempt 1, and it
          is no…) | UNKNOWN#2… ?charge ran 2 called charge
        # ask does what the provider says
        RERUN doubt {charge/ask}
          -> Released#1(RuntimeException) Executed#2=charge 1 | COMPLETED#2… +charge ran 2 called
          charge
        RERUN {charge/hold!timeout} {charge/ask}
          -> Released#1(TimeoutException) Executed#2=charge 1 | COMPLETED#2… +charge#2 ran 2 called
          charge
        RERUN doubt {charge/unreachable} {charge/ask}
          -> Released#1(RuntimeException) Released#2(TimeoutException) Executed#3=charge 1 |
          COMPLETED#3… +charge ran 3 called charge
        # ask holds what the provider can't tell
        RERUN doubt {charge/unknowing}
          -> Released#1(RuntimeException) Held(Step charge was begun by attempt 1, and it is no…) |
          UNKNOWN#2… ?charge ran 2 called charge
        # that a rerun did not happen says nothing about the first
        RERUN doubt {charge/rerun!undone} {charge/hold}
          -> Released#1(RuntimeException) Released#2(no courier) Held(Step charge was begun by
          attempt 2, and it is no…) | UNKNOWN#3… ?charge#2 ran 3 called charge
        RERUN {charge/hold!timeout} {charge/ask!undone} {charge/hold}
          -> Released#1(TimeoutException) Released#2(no courier) Held(Step charge was begun by
          attempt 2, and it is no…) | UNKNOWN#3… ?charge#2 ran 3
        # a commit that is refused for good while a step is in doubt is held
        RERUN {stubborn{charge/hold!timeout} overdraws}
          -> took TimeoutException Held(Step charge is in doubt, so the event can't fail…) |
          UNKNOWN#1… ?charge ran 1
        # a handler that fails while a step is in doubt is held
        RERUN doubt fails
          -> Released#1(RuntimeException) Held(Step charge is in doubt, so the event can't fail…) |
          UNKNOWN#2… ?charge ran 2 called charge
        # what an operator found done is not run again and the rest runs
        RERUN doubt {charge/hold} done:charge record? {charge/hold}
          -> Released#1(RuntimeException) Held(Step charge was begun by attempt 1, and it is no…)
          [RETRYABLE#2 +charge] Executed#3=found | COMPLETED#3… +charge ran 3 called charge
        RERUN {charge/hold!timeout} {charge/hold} undone:charge {charge/hold}
          -> Released#1(TimeoutException) Held(Step charge was begun by attempt 1, and it is no…)
          Executed#3=charge 1 | COMPLETED#3… +charge#3 ran 3 called charge
        """);
  }
}
