package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.engine.Story.assertTold;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.LiveClaim;
import dev.effectivelyonce.core.steps.AttemptAbortedError;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of an attempt whose claim lapses, or is lost. */
class HeartbeatLossTest {
  private final Beating beating = new Beating(RERUN);

  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # without an answer the claim counts as lost when another clock may call it lapsed
        RERUN beating fail:RENEW:1000 {pass:29.999s held? ensure pass:0.001s held? stubborn{ensure}}
          -> held lost took LAPSED Released#1(The claim lapsed while the handler ran) | RETRYABLE#1…
          ran 1
        # under HOLD a handler that was stopped by a lapse is held
        HOLD beating fail:RENEW:1000 {pass:30s ensure}
          -> Held(The claim lapsed while the handler ran) | UNKNOWN#1… ran 1
        # what was taken over is not renewed nor acknowledged
        RERUN beating fail:RENEW:1000 {pass:40s claiming {} completes}
          -> Executed#2=r2 Superseded#1 | COMPLETED#2=r2 ran 2
        RERUN beating {freeze:40s claiming {} pass:0s calls?:RENEW timers? held? stubborn{ensure}
          throws} beats?
          -> Executed#2=r2 RENEW*1 timers 0 lost took SUPERSEDED Superseded#1 beats [] |
          COMPLETED#2=r2 ran 2
        # a claim that was taken by a fast clock is lost though its lease is not over
        RERUN beating {fast:40s{} held? pass:10s held?}
          -> Executed#2=r2 held lost Superseded#1 | COMPLETED#2=r2 ran 2
        # what was held settled or forgotten meanwhile is lost
        RERUN beating {freeze:40s hold pass:0s held? timers?}
          -> lost timers 0 Superseded#1 | UNKNOWN#1(lapsed) ran 1
        RERUN beating {freeze:40s settle:RETRYABLE pass:0s held? timers?}
          -> lost timers 0 Superseded#1 | RETRYABLE#1 ran 1
        RERUN beating {freeze:40s forget pass:0s held? timers?}
          -> lost timers 0 Superseded#1 | RETRYABLE#1(Forgotten by an operator) ran 1
        # when its time is over the handler is told
        RERUN beating {pass:43199.999s ensure pass:0.001s timers? ensure}
          -> timers 0 Released#1(The claim lapsed while the handler ran) | RETRYABLE#1… ran 1
        # no step begins under a claim that may be another's
        RERUN beating fail:RENEW:1000 {pass:30s charge/rerun}
          -> Released#1(Step charge was not begun: the time of the handl…) | RETRYABLE#1… ran 1
        # no step begins under a claim that lapsed while its intent was written
        RERUN beating fail:RENEW:1000 after:NOTE{pass:30s} {charge/hold}
          -> Released#1(Step charge was not begun: the time of the handl…) | RETRYABLE#1…
          -charge(Not begun: the handler's time was over) ran 1
        """);
  }

  @Test
  void aClaimThatAnotherAttemptHoldsNowIsNotTakenForItsOwn() {
    Outcome outcome =
        beating.deliver(
            attempt -> {
              beating.freeze(Beating.LEASE.plus(Bench.MARGIN));
              beating.deliver(
                  rival -> {
                    beating.pass(Duration.ZERO);
                    assertThat(attempt.claim().isHeld()).isFalse();
                    assertThat(rival.claim().isHeld()).isTrue();
                    return HandlerResult.completed();
                  });
              return HandlerResult.completed();
            });

    assertThat(outcome).isEqualTo(new Outcome.Superseded(1));
  }

  /** On a thread of its own, say: the next attempt may run by now. */
  @Test
  void whatAHandlerLeftBehindHasNoClaimAfterItsEnd() {
    List<LiveClaim> claims = new ArrayList<>();
    beating.deliver(
        attempt -> {
          claims.add(attempt.claim());
          return HandlerResult.retry("the rest runs on");
        });

    Outcome next =
        beating.deliver(
            attempt -> {
              assertThat(claims.getFirst().isHeld()).isFalse();
              assertThatExceptionOfType(AttemptAbortedError.class)
                  .isThrownBy(claims.getFirst()::ensureHeld)
                  .withMessage("The attempt has ended");
              return HandlerResult.completed();
            });

    assertThat(next).isInstanceOf(Outcome.Executed.class);
  }
}
