package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.engine.Story.assertTold;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Heartbeat;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.HandlerResult;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A claim is renewed while its handler runs. */
class HeartbeatTest {
  private final Beating beating = new Beating(RERUN);
  private final Bench bench = beating.bench;

  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # a handler of an hour keeps a claim of half a minute
        RERUN beating {pass:1h claiming {} completes} calls?:RENEW
          -> InFlight(40s) Executed#1=r1 RENEW*360 | COMPLETED#1=r1 ran 1
        # a handler that ends within the first third costs no renewal
        RERUN beating {pass:9.999s} calls?:RENEW timers?
          -> Executed#1=r1 RENEW*0 timers 0 | COMPLETED#1=r1 ran 1
        # without a heartbeat no timer is set
        RERUN {timers? lease?} -> timers 0 lease 30s Executed#1=r1 | COMPLETED#1… ran 1
        # each renewal gives a whole lease and is told after it is written
        RERUN beating {pass:10s lease? beats?} pass:30s beats?
          -> lease 40s beats [40s] Executed#1=r1 beats [10s] | COMPLETED#1=r1 ran 1
        # an attempt that dies is taken over after its lease
        RERUN beating crash{} lease? freeze:39.999s completes freeze:0.001s completes
          -> Crash lease 40s InFlight(0.001s) Executed#2=r2 | COMPLETED#2… ran 2
        # a claim that was answered slowly is renewed soon
        RERUN beating after:CLAIM{freeze:25s} {pass:4s calls?:RENEW} kinds?
          -> RENEW*1 Executed#1=r1 [CLAIMED, EXECUTED] | COMPLETED#1=r1 ran 1
        # a claim that another clock calls lapsed starts no handler
        RERUN beating after:CLAIM{freeze:30s} completes
          -> NotStarted(LEASE_LAPSED) | RETRYABLE#1(Not started: the claim came too late) ran 0
        # a lease never outlasts the attempt's time
        RERUN beating:31s {pass:43199s lease? timers?}
          -> lease 11s timers 0 Executed#1=r1 | COMPLETED#1… ran 1
        # the claim is renewed while the end is written
        RERUN beating fail:COMPLETE before:COMPLETE{pass:5m} completes calls?:RENEW
          -> Executed#1=r1 RENEW*30 | COMPLETED#1=r1 ran 1
        # where nothing is claimed first it keeps the claim that is made after all
        RERUN single beating {pass:1m} calls?:RENEW -> Executed#1=r2 RENEW*6 | COMPLETED#1=r2 ran 2
        # an observed handler keeps its claim by one lease
        RERUN observing beating {pass:5m held?} calls?:RENEW
          -> held Executed#1 RENEW*0 | COMPLETED#1=r1 ran 1
        # under HOLD what threw is held with the lease that was renewed last
        HOLD beating {pass:1m throws} calls?:HOLD
          -> Held(Exception) HOLD*1 | UNKNOWN#1(Exception) ran 1
        """);
  }

  @Test
  void whatThrowsAfterARenewalHasRenewedAllTheSame() {
    Heartbeat broken =
        new Heartbeat(
            Beating.LEASE,
            lease -> {
              throw new IllegalStateException("broken");
            });

    Outcome outcome =
        Beating.execute(
            bench.engine,
            beating.request(broken),
            attempt -> {
              beating.pass(Duration.ofMinutes(5));
              assertThat(attempt.claim().isHeld()).isTrue();
              return HandlerResult.completed();
            });

    assertThat(outcome.isDone()).isTrue();
    assertThat(beating.renewals()).isEqualTo(30);
  }
}
