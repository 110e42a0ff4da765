package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.tests.engine.Story.assertTold;

import org.junit.jupiter.api.Test;

/** The write that ends an attempt arrived, its answer did not. */
class LostAnswerTest {
  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # it is written again and found written
        RERUN lose:RELEASE retries calls?:RELEASE
          -> Released#1(busy) RELEASE*2 | RETRYABLE#1(busy) ran 1
        RERUN lose:FAIL fails calls?:FAIL completes
          -> Failed#1(closed) FAIL*2 AlreadyFailed(closed) | FAILED#1… ran 1
        HOLD lose:HOLD throws calls?:HOLD -> Held(Exception) HOLD*2 | UNKNOWN#1(Exception) ran 1
        # a release that the next attempt already took over is superseded
        RERUN lose:RELEASE before:RELEASE{completes} retries
          -> Executed#2=r2 Superseded#1 | COMPLETED#2=r2 ran 2
        """);
  }
}
