package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.engine.Story.assertTold;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.testkit.ForwardingStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Notes that are refused, late, or not answered. */
class StepNotesTest {
  private static final StepPolicy<String> HELD = StepPolicy.hold(String.class);

  private static final Duration YEARS = Duration.ofDays(3650);

  private final Bench bench = new Bench(RERUN);
  private final Gateway gateway = new Gateway();
  private final Handler charges =
      attempt ->
          HandlerResult.completed(attempt.steps().run("charge", HELD, gateway.does("charge")));

  private Step charge() {
    return bench.record().step("charge").orElseThrow();
  }

  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # a lost answer to an intent is sent again and the effect happens once
        RERUN lose:NOTE:2 {charge/hold} calls?:NOTE
          -> Executed#1=charge 1 NOTE*4 | COMPLETED#1=charge 1 +charge ran 1 called charge
        # a lost answer to a result is sent again
        RERUN before:NOTE{} lose:NOTE:2 {charge/hold}
          -> Executed#1=charge 1 | COMPLETED#1… +charge ran 1 called charge
        # so is one that was refused
        RERUN before:NOTE{} fail:NOTE:3:DENIED {charge/hold} calls?:NOTE
          -> Executed#1=charge 1 NOTE*5 | COMPLETED#1=charge 1 +charge ran 1 called charge
        # an intent that can't be noted keeps the effect from happening
        RERUN fail:NOTE:100 {charge/hold}
          -> Released#1(Step charge could not be noted: The test's scrip…) | RETRYABLE#1… ran 1
        RERUN fail:NOTE:1:DENIED {charge/hold} calls?:NOTE
          -> Released#1(Step charge could not be noted: The test's scrip…) NOTE*1 | RETRYABLE#1(Step
          charge could not be noted: The test's scrip…) ran 1
        # a result that can't be noted leaves the step in doubt whatever the handler returns
        RERUN before:NOTE{} fail:NOTE:100 {stubborn{charge/hold} stubborn{another/rerun}}
          {charge/hold}
          -> took INTERRUPTED took INTERRUPTED Released#1(Step charge could not be noted: The test's
          scrip…) Held(Step charge was begun by attempt 1, and it is no…) | UNKNOWN#2… ?charge ran 2
          called charge
        # a zombie begins no step and is superseded whatever it returns
        RERUN {stubborn{fast:30s{retries} charge/hold} stubborn{another/rerun}}
          -> Released#2(busy) took SUPERSEDED took SUPERSEDED Superseded#1 | RETRYABLE#2(busy) ran 2
        # a late result of a zombie is refused and its successor finds the intent
        RERUN then:charge{fast:30s{retries}} {charge/hold} record? {charge/hold}
          -> Released#2(busy) Superseded#1 [RETRYABLE#2(busy) ?charge] Held(Step charge was begun by
          attempt 1, and it is no…) | UNKNOWN#3… ?charge ran 3 called charge
        # no step begins after the handler's time
        RERUN {freeze:20s charge/hold}
          -> Released#1(Step charge was not begun: the time of the handl…) | RETRYABLE#1… ran 1
        HOLD {freeze:20s charge/hold}
          -> Held(Step charge was not begun: the time of the handl…) | UNKNOWN#1… ran 1
        # no step begins after its last start though the claim is held
        RERUN early:10s {freeze:10s charge/hold}
          -> Released#1(Step charge was not begun: the time of the handl…) | RETRYABLE#1… ran 1
        # an intent that is answered too late is taken back
        RERUN after:NOTE{freeze:20s} {charge/hold} record? {charge/hold}
          -> Released#1(Step charge was not begun: the time of the handl…) [RETRYABLE#1… -charge(Not
          begun: the handler's time was over)] Executed#2=charge 1 | COMPLETED#2… +charge#2 ran 2
          called charge
        # a doubt that an earlier attempt left is not taken back
        RERUN breaks:charge {charge/hold} after:NOTE{freeze:20s} {charge/rerun}
          -> Released#1(RuntimeException) Released#2(Step charge was not begun: the time of the
          handl…) | RETRYABLE#2… ?charge#2 ran 2 called charge
        # an interrupt that an action leaves behind does not break its note
        RERUN then:charge{interrupt} {charge/hold}
          -> Executed#1=charge 1 | COMPLETED#1… +charge ran 1 called charge
        """);
  }

  @Test
  void aReleaseAfterAnIntentThatWasNeverAnsweredKeepsWhatMayBeHalfDone() {
    List<IdempotencyRecord> released = new ArrayList<>();
    bench.store.loseAnswerOfNext(Verb.NOTE, 100);

    bench.engine(telling(released)).execute(bench.request(), charges);

    assertThat(charge().state()).isEqualTo(Step.State.INTENT);
    assertThat(released).singleElement().matches(IdempotencyRecord::isOpen);
    assertThat(released.getFirst().isExpired(bench.clock.instant().plus(YEARS))).isFalse();
  }

  private IdempotencyStore telling(List<IdempotencyRecord> released) {
    return new ForwardingStore(bench.store) {
      @Override
      public WriteResult write(Write write) {
        if (write instanceof Write.Release release) {
          released.add(release.after(release.seen()));
        }
        return super.write(write);
      }
    };
  }

  @Test
  void anInterruptThatAnActionLeavesBehindIsStillTheHandlers() {
    List<Boolean> interrupted = new ArrayList<>();

    bench.deliver(
        attempt -> {
          attempt.steps().run("charge", HELD, gateway.does("charge"));
          interrupted.add(Thread.currentThread().isInterrupted());
          gateway.after("ship", () -> Thread.currentThread().interrupt());
          attempt.steps().run("ship", HELD, gateway.does("ship"));
          interrupted.add(Thread.currentThread().isInterrupted());
          return HandlerResult.completed();
        });

    assertThat(interrupted).containsExactly(false, true);
  }
}
