package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.tests.engine.Story.assertTold;

import org.junit.jupiter.api.Test;

/** An attempt that is not the first runs its handler before anything says that it is done. */
class LaterAttemptTest {
  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # after an attempt that gave it back
        <RERUN|HOLD> retries completes -> Released#1(busy) Executed#2=r2 | COMPLETED#2… ran 2
        # after an attempt that gave it back under a heartbeat
        RERUN beating retries completes -> Released#1(busy) Executed#2=r2 | COMPLETED#2… ran 2
        HOLD beating retries completes -> Released#1(busy) Executed#2=r2 | COMPLETED#2… ran 2
        # after an operator said that nothing happened
        HOLD throws settle:RETRYABLE completes -> Held(Exception) Executed#2=r2 | COMPLETED#2… ran 2
        HOLD beating throws settle:RETRYABLE completes
          -> Held(Exception) Executed#2=r2 | COMPLETED#2… ran 2
        # after an attempt whose process died
        RERUN crash{} lapse completes -> Crash Executed#2=r2 | COMPLETED#2… ran 2
        """);
  }
}
