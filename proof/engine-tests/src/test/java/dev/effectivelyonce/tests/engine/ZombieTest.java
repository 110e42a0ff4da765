package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.tests.engine.Story.assertTold;

import org.junit.jupiter.api.Test;

/** An attempt that outlives its lease, while others decide about its record. */
class ZombieTest {
  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # the next attempt's end stands
        RERUN {lapse {completes} <completes|retries|fails|throws>}
          -> Executed#2=r2 Superseded#1 | COMPLETED#2=r2 ran 2
        RERUN {lapse {retries} <completes|retries|fails|throws>}
          -> Released#2(busy) Superseded#1 | RETRYABLE#2(busy) ran 2
        RERUN {lapse {fails} <completes|retries|fails|throws>}
          -> Failed#2(closed) Superseded#1 | FAILED#2(closed) ran 2
        RERUN {lapse {throws} <completes|retries|fails|throws>}
          -> Released#2(Exception) Superseded#1 | RETRYABLE#2(Exception) ran 2
        # an attempt that still runs keeps its claim
        RERUN {lapse crash{} <completes|retries|fails|throws>}
          -> Crash Superseded#1 | INPROGRESS#2 ran 2
        # a held record stays held
        HOLD {lapse {} completes}
          -> Held(The lease lapsed before the attempt ended) Superseded#1 | UNKNOWN#1(The lease
          lapsed before the attempt ended) ran 1
        HOLD {lapse {} throws}
          -> Held(The lease lapsed before the attempt ended) Held(Exception) | UNKNOWN#1(The lease
          lapsed before the attempt ended) ran 1
        # what an operator decided stands
        RERUN {lapse settle:RETRYABLE completes} -> Superseded#1 | RETRYABLE#1 ran 1
        RERUN {lapse settle:COMPLETED completes} -> Executed#1=r1 | COMPLETED#1 ran 1
        RERUN {lapse settle:COMPLETED fails} -> Superseded#1 | COMPLETED#1 ran 1
        RERUN {lapse forget completes} -> Superseded#1 | RETRYABLE#1(Forgotten by an operator) ran 1
        # a zombie that nobody took over completes
        HOLD {lapse completes} -> Executed#1=r1 | COMPLETED#1… ran 1
        # an earlier zombie is refused by every later attempt
        RERUN {lapse {retries} {throws} {} completes}
          -> Released#2(busy) Released#3(Exception) Executed#4=r4 Superseded#1 | COMPLETED#4=r4 ran
          4
        """);
  }
}
