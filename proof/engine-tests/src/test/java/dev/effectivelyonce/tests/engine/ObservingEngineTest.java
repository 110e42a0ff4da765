package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.engine.Transition.Kind.CLAIMED;
import static dev.effectivelyonce.core.engine.Transition.Kind.EXECUTED;
import static dev.effectivelyonce.core.engine.Transition.Kind.SUPERSEDED;
import static dev.effectivelyonce.core.engine.Transition.Kind.TAKEN_OVER;
import static dev.effectivelyonce.core.engine.Transition.Kind.WOULD_SKIP;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.ObservingEngine;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A consumer that only observes: every delivery runs, and what would have been skipped is told. */
class ObservingEngineTest {
  private static final Outcome CLAIMED_RUN = new Outcome.Executed(StoredResult.none(), 1);
  private static final Outcome UNCLAIMED_RUN = new Outcome.Executed(StoredResult.none(), 0);

  /** HOLD, to show that nothing is held all the same. */
  private final Bench bench = new Bench(HOLD);

  private final ObservingEngine observing = bench.observing();
  private final Effect effect = new Effect();

  private Outcome observe(Handler handler) {
    return observing.execute(bench.request(), handler);
  }

  @Test
  void theFirstDeliveryClaimsRunsAndIsRecorded() {
    assertThat(observe(effect)).isEqualTo(CLAIMED_RUN);

    bench.assertRecord(Status.COMPLETED, 1);
    assertThat(bench.record().result()).isEqualTo(Effect.resultOf(1));
    assertThat(bench.kinds()).containsExactly(CLAIMED, EXECUTED);
  }

  @Test
  void aDuplicateRunsAndIsTold() {
    bench.deliver(effect);

    assertThat(observe(effect)).isEqualTo(UNCLAIMED_RUN);

    assertThat(effect.count()).isEqualTo(2);
    assertWouldSkip("DUPLICATE", EXECUTED);
    bench.assertRecord(Status.COMPLETED, 1);
  }

  @Test
  void anEventThatFailedBeforeRunsAndIsTold() {
    bench.deliver(attempt -> HandlerResult.fail("closed"));

    assertThat(observe(effect)).isEqualTo(UNCLAIMED_RUN);

    assertWouldSkip("ALREADY_FAILED: closed", EXECUTED);
    bench.assertRecord(Status.FAILED, 1);
  }

  @Test
  void aHeldEventRunsAndIsTold() {
    bench.deliver(ObservingEngineTest::broken);
    bench.assertRecord(Status.UNKNOWN, 1);

    assertThat(observe(effect)).isEqualTo(UNCLAIMED_RUN);

    assertThat(told(-2).why().orElseThrow().text()).startsWith("HELD: java.lang.IllegalState");
    bench.assertRecord(Status.UNKNOWN, 1);
  }

  @Test
  void aReusedKeyRunsAndIsTold() {
    bench.engine.execute(bench.request("one"), effect);

    assertThat(observing.execute(bench.request("another"), effect)).isEqualTo(UNCLAIMED_RUN);

    assertWouldSkip("KEY_REUSED", EXECUTED);
  }

  @Test
  void anEventInFlightElsewhereRunsAndIsTold() {
    observe(effect.then(() -> assertThat(observe(effect)).isEqualTo(UNCLAIMED_RUN)));

    assertThat(effect.count()).isEqualTo(2);
    assertThat(bench.kinds()).containsExactly(CLAIMED, WOULD_SKIP, EXECUTED, EXECUTED);
    assertThat(bench.transitions.get(1).why()).contains(new ErrorSummary("IN_FLIGHT"));
    bench.assertRecord(Status.COMPLETED, 1);
  }

  @Test
  void aCopyInTheSameBatchRunsToo() {
    Request request = bench.request();
    Outcome first = observing.execute(request, effect);

    assertThat(observing.follow(request, effect, first)).isEqualTo(UNCLAIMED_RUN);
    assertThat(effect.count()).isEqualTo(2);
  }

  @Test
  void theHandlerLearnsThatItHoldsNoClaim() {
    bench.deliver(effect);
    observe(effect);

    Attempt unclaimed = effect.runs.getLast();
    assertThat(unclaimed.number()).isZero();
    assertThat(unclaimed.isFirst()).isFalse();
    assertThat(unclaimed.owner()).isNotEqualTo(bench.record().owner());
  }

  @Test
  void aCompletionAfterItsClaimWasTakenOverStands() {
    Outcome late =
        observe(
            effect.then(
                () -> {
                  bench.lapse();
                  observe(effect);
                }));

    assertThat(late).isEqualTo(CLAIMED_RUN);
    assertThat(bench.kinds()).containsExactly(CLAIMED, TAKEN_OVER, EXECUTED, SUPERSEDED);
    bench.assertRecord(Status.COMPLETED, 2);
  }

  @Test
  void aRetryableFailureIsTheHandlersWithAndWithoutAClaim() {
    Duration delay = Duration.ofMinutes(3);
    Handler busy = attempt -> HandlerResult.retryAfter(delay, "busy");

    assertThat(observe(busy)).isEqualTo(released("busy", Optional.of(delay), 1));
    bench.assertRecord(Status.RETRYABLE, 1);

    bench.store.failNext(Verb.TAKE_OVER, 1);
    assertThat(observe(busy)).isEqualTo(released("busy", Optional.of(delay), 0));
  }

  @Test
  void aPermanentFailureIsTheHandlersWithAndWithoutAClaim() {
    Handler closed = attempt -> HandlerResult.fail("closed");
    ErrorSummary why = new ErrorSummary("closed");

    assertThat(observe(closed)).isEqualTo(new Outcome.Failed(why, 1));
    bench.assertRecord(Status.FAILED, 1);
    assertThat(observe(closed)).isEqualTo(new Outcome.Failed(why, 0));
  }

  @Test
  void anExceptionIsARetryableFailureWhateverThePolicy() {
    assertThat(observe(ObservingEngineTest::broken)).isInstanceOf(Outcome.Released.class);
    bench.assertRecord(Status.RETRYABLE, 1);

    bench.store.failNext(Verb.TAKE_OVER, 1);
    assertThat(observe(ObservingEngineTest::broken)).isInstanceOf(Outcome.Released.class);
  }

  @Test
  void anAbandonedClaimIsTakenOverWhateverThePolicy() {
    bench.store.failNext(Verb.COMPLETE, 1, StoreException.Kind.DENIED);
    observe(effect);
    bench.lapse();

    assertThat(observe(effect)).isEqualTo(new Outcome.Executed(StoredResult.none(), 2));
    bench.assertRecord(Status.COMPLETED, 2);
  }

  @Test
  void anInterruptThatAHandlerLeavesBehindIsClearedWithAndWithoutAClaim() {
    Handler interrupted =
        attempt -> {
          Thread.currentThread().interrupt();
          return HandlerResult.retry("busy");
        };

    observe(interrupted);
    assertThat(Thread.interrupted()).isFalse();

    bench.store.failNext(Verb.TAKE_OVER, 1);
    observe(interrupted);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void withoutTimeLeftNothingRuns() {
    Outcome late = new Outcome.NotStarted(Outcome.Reason.DEADLINE);
    Request request = bench.request();
    bench.clock.set(request.stopAt());

    assertThat(observing.execute(request, effect)).isEqualTo(late);
    assertThat(bench.store.calls(Verb.CLAIM)).isZero();
    assertThat(effect.count()).isZero();
  }

  private void assertWouldSkip(String why, Transition.Kind end) {
    assertThat(told(-2).kind()).isEqualTo(WOULD_SKIP);
    assertThat(told(-2).attempt()).isZero();
    assertThat(told(-2).why()).contains(new ErrorSummary(why));
    assertThat(told(-1).kind()).isEqualTo(end);
    assertThat(told(-1).attempt()).isZero();
  }

  private Transition told(int fromTheEnd) {
    List<Transition> all = bench.transitions;
    return all.get(all.size() + fromTheEnd);
  }

  private static Outcome released(String why, Optional<Duration> delay, int attempt) {
    return new Outcome.Released(new ErrorSummary(why), delay, attempt);
  }

  private static HandlerResult broken(Attempt attempt) {
    throw new IllegalStateException("attempt " + attempt.number());
  }
}
