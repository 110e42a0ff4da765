package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.tests.engine.Story.assertTold;

import org.junit.jupiter.api.Test;

/** The store answers a claim when it is too late to start. */
class LateClaimTest {
  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # a claim that comes too late does not start and is given back
        <RERUN|HOLD> after:CLAIM{lapse} completes
          -> NotStarted(LEASE_LAPSED) | RETRYABLE#1(Not started: the claim came too late) ran 0
        <RERUN|HOLD> after:CLAIM{freeze:20s} completes
          -> NotStarted(DEADLINE) | RETRYABLE#1(Not started: the claim came too late) ran 0
        <RERUN|HOLD> retries after:TAKE_OVER{freeze:20s} completes
          -> Released#1(busy) NotStarted(DEADLINE) | RETRYABLE#2(Not started: the claim came too
          late) ran 1
        HOLD after:CLAIM{freeze:19.999s} completes -> Executed#1=r1 | COMPLETED#1… ran 1
        # a late claim that can't be given back is held at the next delivery
        HOLD after:CLAIM{lapse} fail:RELEASE completes completes
          -> NotStarted(LEASE_LAPSED) Held(The lease lapsed before the attempt ended) | UNKNOWN#1…
          ran 0
        """);
  }
}
