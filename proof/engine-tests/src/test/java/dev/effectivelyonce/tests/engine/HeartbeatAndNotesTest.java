package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.tests.engine.Story.assertTold;

import org.junit.jupiter.api.Test;

/** A renewal and a note of one attempt are under way at once: neither takes back the other. */
class HeartbeatAndNotesTest {
  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # a note that arrives before a renewal of the record before it stays
        RERUN beating {before:RENEW{charge/hold} pass:10s record? lease? kept? ship/hold pass:10s
          record? lease?} calls?:RENEW
          -> [INPROGRESS#1 +charge] lease 40s kept [INPROGRESS#1 +charge +ship] lease 40s
          Executed#1=ship 2 RENEW*2 | COMPLETED#1=ship 2 +charge +ship ran 1 called charge,ship
        # a note that arrives between a renewal and its answer stays
        RERUN beating {after:RENEW{charge/hold} pass:10s record? lease? kept? ship/hold pass:10s
          record? lease?} calls?:RENEW
          -> [INPROGRESS#1 +charge] lease 40s kept [INPROGRESS#1 +charge +ship] lease 40s
          Executed#1=ship 2 RENEW*2 | COMPLETED#1=ship 2 +charge +ship ran 1 called charge,ship
        # a renewal that arrives before a note of the record before it stays
        RERUN beating {before:NOTE{pass:10s} charge/hold record? lease? kept? fail:RENEW:1000
          pass:29.999s held?}
          -> [INPROGRESS#1 +charge] lease 40s kept held Executed#1=charge 1 | COMPLETED#1… +charge
          ran 1 called charge
        # a renewal that arrives between the last note and its answer stays
        RERUN beating {after:NOTE{} after:NOTE{pass:10s} charge/hold record? lease? kept?
          fail:RENEW:1000 pass:29.999s held?}
          -> [INPROGRESS#1 +charge] lease 40s kept held Executed#1=charge 1 | COMPLETED#1… +charge
          ran 1 called charge
        """);
  }
}
