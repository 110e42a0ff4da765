package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.engine.Story.assertTold;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.engine.Engine;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import org.junit.jupiter.api.Test;

/** The store can't be reached or used. */
class StoreOutageTest {
  private static final int ALWAYS = 1000;
  private final Bench bench = new Bench(RERUN);
  private final Effect effect = new Effect();

  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # without a claim the handler never runs and what may have arrived is given back
        RERUN fail:CLAIM:1:<UNREACHABLE|THROTTLED|DENIED|MISCONFIGURED|UNREADABLE>
          fail:RELEASE:1:<UNREACHABLE|THROTTLED|DENIED|MISCONFIGURED|UNREADABLE> completes
          calls?:CLAIM calls?:RELEASE
          -> StoreFailed(<UNREACHABLE|THROTTLED|DENIED|MISCONFIGURED|UNREADABLE>) CLAIM*1
          RELEASE*<1|1|0|0|0> | absent ran 0
        # without a takeover the handler never runs
        RERUN retries fail:TAKE_OVER completes
          -> Released#1(busy) StoreFailed(UNREACHABLE) | RETRYABLE#1(busy) ran 1
        RERUN crash{} lapse fail:TAKE_OVER completes
          -> Crash StoreFailed(UNREACHABLE) | INPROGRESS#1 ran 1
        # an end is written until the time is up in pauses that double up to a second
        RERUN fail:COMPLETE:8 completes paused?
          -> Executed#1=r1 paused [0.05s, 0.1s, 0.2s, 0.4s, 0.8s, 1s, 1s, 1s] | COMPLETED#1=r1 ran 1
        RERUN fail:COMPLETE:5 {freeze:19.1s} paused?
          -> Executed#1=r1 paused [0.05s, 0.1s, 0.2s, 0.4s, 0.15s] | COMPLETED#1=r1 ran 1
        RERUN fail:COMPLETE:1000 completes lease?
          -> Unrecorded#1(UNREACHABLE) lease 10s | INPROGRESS#1 ran 1
        RERUN {freeze:20s} -> Executed#1=r1 | COMPLETED#1… ran 1
        RERUN fail:FAIL:1:<UNREACHABLE|THROTTLED> fails -> Failed#1(closed) | FAILED#1… ran 1
        HOLD fail:HOLD:2 throws -> Held(Exception) | UNKNOWN#1… ran 1
        # a refusal may pass too as credentials are renewed and rights are granted
        RERUN fail:COMPLETE:3:<DENIED|MISCONFIGURED> completes calls?:COMPLETE paused?
          -> Executed#1=r1 COMPLETE*4 paused [0.05s, 0.1s, 0.2s] | COMPLETED#1=r1 ran 1
        RERUN fail:COMPLETE:1000:<DENIED|MISCONFIGURED> {freeze:19.1s} calls?:COMPLETE
          -> Unrecorded#1(<DENIED|MISCONFIGURED>) COMPLETE*6 | INPROGRESS#1 ran 1
        # under a heartbeat they are given five minutes
        RERUN beating fail:COMPLETE:1000:<DENIED|MISCONFIGURED> completes calls?:COMPLETE
          -> Unrecorded#1(<DENIED|MISCONFIGURED>) COMPLETE*305 | INPROGRESS#1 ran 1
        # a record that can't be read was an answer and is not asked for again
        RERUN fail:COMPLETE:1:UNREADABLE completes calls?:COMPLETE paused?
          -> Unrecorded#1(UNREADABLE) COMPLETE*1 paused [] | INPROGRESS#1 ran 1
        """);
  }

  @Test
  void whatAStoreThrowsOfItsOwnHasAnOutcomeToo() {
    assertTold(
        """
        # a claim whose answer is a bug is given back and its handler does not run
        RERUN <before|after>:CLAIM{<bug|overflow>} completes calls?:CLAIM calls?:RELEASE completes
          -> StoreFailed(MISCONFIGURED) CLAIM*1 RELEASE*1 Executed#<1|2>=r1 | COMPLETED#<1|2>… ran 1
        RERUN before:CLAIM{bug} before:RELEASE{bug} completes -> StoreFailed(MISCONFIGURED) | absent
          ran 0
        # an end is written until the time is up
        <RERUN|HOLD> <before|after>:COMPLETE{bug} completes calls?:COMPLETE paused?
          -> Executed#1=r1 COMPLETE*2 paused [0.05s] | COMPLETED#1=r1 ran 1
        RERUN before:FAIL{bug} fails -> Failed#1(closed) | FAILED#1… ran 1
        RERUN before:COMPLETE{<bug|overflow|assertion>} after:COMPLETE{<bug|overflow|assertion>}
          completes calls?:COMPLETE paused?
          -> Executed#1=r1 COMPLETE*3 paused [0.05s, 0.1s] | COMPLETED#1=r1 ran 1
        RERUN {freeze:20s before:COMPLETE{<bug|overflow|assertion>}} calls?:COMPLETE
          -> Unrecorded#1(MISCONFIGURED) COMPLETE*1 | INPROGRESS#1 ran 1
        # a step that can't be noted stops the handler whatever it catches
        RERUN before:NOTE{assertion} {stubborn{charge/hold}} calls?:NOTE
          -> took INTERRUPTED Released#1(Step charge could not be noted: The store threw …) NOTE*1 |
          RETRYABLE#1(Step charge could not be noted: The store threw …) ran 1
        RERUN before:NOTE{bug} before:NOTE{bug} {stubborn{charge/hold}} calls?:NOTE
          -> took INTERRUPTED Released#1(Step charge could not be noted: The store threw …) NOTE*2 |
          RETRYABLE#1(Step charge could not be noted: The store threw …) ran 1
        """);
  }

  @Test
  void aProcessThatCanNotGoOnRepeatsNothing() {
    bench.store.beforeNext(
        Verb.COMPLETE,
        () -> {
          throw new NoClassDefFoundError("software/amazon/awssdk");
        });

    assertThatThrownBy(() -> bench.engine(bench.store).execute(bench.request(), effect))
        .isInstanceOf(NoClassDefFoundError.class);

    assertThat(bench.store.calls(Verb.COMPLETE)).isEqualTo(1);
  }

  @Test
  void anInterruptWhileItWaitsForTheStoreEndsTheWaitAndIsKept() {
    bench.store.failNext(Verb.COMPLETE, ALWAYS);
    Engine engine = bench.interruptedWhileItWaits();

    assertThat(engine.execute(bench.request(), effect)).isInstanceOf(Outcome.Unrecorded.class);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(bench.store.calls(Verb.COMPLETE)).isEqualTo(1);
  }
}
