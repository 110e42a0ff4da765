package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.tests.engine.Story.assertTold;

import org.junit.jupiter.api.Test;

/** What becomes of an attempt whose renewals, clock or process meet trouble, and that goes on. */
class HeartbeatTroubleTest {
  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # a renewal that is not answered is sent again before the lease is over
        RERUN beating fail:RENEW:5 {pass:1m held?} kinds?
          -> held Executed#1=r1 [CLAIMED, EXECUTED] | COMPLETED#1=r1 ran 1
        RERUN beating fail:RENEW:1:DENIED before:RENEW{bug} {pass:20s beats?}
          -> beats [35s] Executed#1=r1 | COMPLETED#1… ran 1
        # a handler that does not ask completes what nobody took over
        RERUN beating fail:RENEW:1000 {pass:5m} -> Executed#1=r1 | COMPLETED#1… ran 1
        # a claim that was not answered for long and nobody took over is held again
        RERUN beating fail:RENEW:20 {pass:50s held? pass:10s held? ensure}
          -> lost held Executed#1=r1 | COMPLETED#1… ran 1
        # a lost answer is no loss
        HOLD beating lose:RENEW:1000 {pass:5m throws} -> Held(Exception) | UNKNOWN#1… ran 1
        # a process that stood still goes on where nobody took its claim
        RERUN beating {freeze:10m held? pass:0s held?}
          -> lost held Executed#1=r1 | COMPLETED#1… ran 1
        # a clock that is put back loses nothing
        RERUN beating {after:RENEW{freeze:-1h} pass:10s calls?:RENEW held? pass:10s lease? ensure}
          -> RENEW*361 held lease 40s Executed#1=r1 | COMPLETED#1… ran 1
        # a renewal between a handler's end and its hold is found
        HOLD beating before:HOLD{pass:10s} throws calls?:HOLD
          -> Held(Exception) HOLD*2 | UNKNOWN#1(Exception) ran 1
        """);
  }
}
