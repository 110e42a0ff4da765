package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.tests.engine.Story.assertTold;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.store.Write;
import org.junit.jupiter.api.Test;

/** Under HOLD, what a handler that threw holds: its own claim, and only while it is one. */
class HoldUnderHeartbeatTest {
  private final Beating beating = new Beating(HOLD);
  private final Bench bench = beating.bench;

  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # the claim of its successor is not held
        HOLD beating {freeze:70s hold settle:RETRYABLE takeover throws}
          -> Superseded#1 | INPROGRESS#2 ran 1
        # what an operator decided after a renewal that was not answered stands
        HOLD beating lose:RENEW {pass:10s freeze:70s hold settle:COMPLETED throws}
          -> Superseded#1 | COMPLETED#1 ran 1
        """);
  }

  @Test
  void aStoreThatRefusesWhatItShowsAsHeldIsNotAskedForEver() {
    Outcome outcome =
        bench
            .refusing(Write.Hold.class)
            .execute(
                beating.request(),
                attempt -> {
                  throw new IllegalStateException();
                });

    assertThat(outcome).isEqualTo(new Outcome.Superseded(1));
  }
}
