package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.tests.engine.Story.assertTold;

import org.junit.jupiter.api.Test;

/** A consumer that only observes runs its handler whatever the store does. */
class ObservedOutageTest {
  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # a store that fails does not keep the handler from running
        HOLD observing fail:CLAIM:1:<UNREACHABLE|THROTTLED|DENIED|MISCONFIGURED|UNREADABLE>
          completes
          -> skips(STORE_FAILED: The test's script failed CLAIM bef…) Executed#0 | absent ran 1
        HOLD observing before:CLAIM{<bug|misfit>} completes before:COMPLETE{<bug|misfit>} completes
          -> skips(STORE_FAILED: The store threw java.lang.<Unsuppor|NoSuchMe>…) Executed#0
          Executed#1 told UNRECORDED | INPROGRESS#1 ran 2
        # a store that takes long to fail is left alone for a while
        HOLD observing before:CLAIM{freeze:4s outage} completes freeze:9s completes calls?:CLAIM
          freeze:1s completes calls?:CLAIM
          -> skips(STORE_FAILED: No answer) Executed#0 skips(STORE_FAILED: The store took too long
          to fail, a…) Executed#0 CLAIM*1 Executed#1 CLAIM*2 | COMPLETED#1=r3 ran 3
        HOLD observing before:COMPLETE{freeze:4s outage} completes freeze:9s completes calls?:CLAIM
          freeze:1s completes calls?:CLAIM
          -> Executed#1 told UNRECORDED skips(STORE_FAILED: The store took too long to fail, a…)
          Executed#0 CLAIM*1 skips(IN_FLIGHT) Executed#0 CLAIM*2 | INPROGRESS#1 ran 3
        # a store that fails at once or takes long to succeed is asked again at once
        HOLD observing before:CLAIM{freeze:1s outage} completes completes
          -> skips(STORE_FAILED: No answer) Executed#0 Executed#1 | COMPLETED#1=r2 ran 2
        HOLD observing before:COMPLETE{freeze:4s} completes completes calls?:CLAIM
          -> Executed#1 skips(DUPLICATE) Executed#0 CLAIM*2 | COMPLETED#1=r1 ran 2
        # a completion that can't be recorded stands and is not waited for
        HOLD observing fail:COMPLETE:9 completes calls?:COMPLETE paused?
          -> Executed#1 told UNRECORDED COMPLETE*1 paused [] | INPROGRESS#1 ran 1
        # what uses up the time starts nothing
        HOLD observing before:CLAIM{freeze:20s outage} completes
          -> NotStarted(DEADLINE) | absent ran 0
        HOLD observing after:CLAIM{lapse} completes
          -> NotStarted(LEASE_LAPSED) | RETRYABLE#1(Not started: the claim came too late) ran 0
        """);
  }
}
