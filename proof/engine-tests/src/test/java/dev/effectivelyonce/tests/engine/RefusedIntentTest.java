package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.engine.Story.assertTold;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.store.Write;
import org.junit.jupiter.api.Test;

/** Where an intent is refused, its effect begins only if it is there, and this attempt's still. */
class RefusedIntentTest {
  private final Bench bench = new Bench(RERUN);
  private final Gateway gateway = new Gateway();
  private final Handler charges =
      attempt ->
          HandlerResult.completed(
              attempt.steps().run("charge", StepPolicy.hold(String.class), gateway.does("charge")));

  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # an intent of a record that is another's or held by now begins nothing
        RERUN after:NOTE{takeover outage} {charge/hold} -> Superseded#1 | INPROGRESS#2 ?charge ran 1
        RERUN after:NOTE{hold outage} {charge/hold}
          -> Superseded#1 | UNKNOWN#1(lapsed) ?charge ran 1
        """);
  }

  @Test
  void anIntentThatTheRecordDoesNotHaveBeginsNothing() {
    Outcome outcome = bench.refusing(Write.Note.class).execute(bench.request(), charges);

    assertThat(outcome).isEqualTo(new Outcome.Superseded(1));
    assertThat(gateway.calls).isEmpty();
  }
}
