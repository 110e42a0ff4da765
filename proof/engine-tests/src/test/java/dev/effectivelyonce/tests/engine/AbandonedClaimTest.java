package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.tests.engine.Story.assertTold;

import org.junit.jupiter.api.Test;

/** An attempt that did not say how it ended. */
class AbandonedClaimTest {
  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # a live claim is waited for
        <RERUN|HOLD> crash{} freeze:29.999s completes -> Crash InFlight(0.001s) | INPROGRESS#1 ran 1
        # under RERUN it runs again
        RERUN crash{} lapse completes -> Crash Executed#2=r2 | COMPLETED#2… ran 2
        RERUN throws record? completes
          -> Released#1(Exception) [RETRYABLE#1…] Executed#2=r2 | COMPLETED#2… ran 2
        # under HOLD it waits for an operator
        HOLD crash{} lapse completes
          -> Crash Held(The lease lapsed before the attempt ended) | UNKNOWN#1… ran 1
        HOLD throws completes lapse completes
          -> Held(Exception) Held(Exception) Held(Exception) | UNKNOWN#1… ran 1
        """);
  }
}
