package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Engine;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.StoreException.Kind;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The store can't be reached or used. */
class StoreOutageTest {
  private static final int ALWAYS = 1000;
  private final Bench bench = new Bench(RERUN);
  private final Effect effect = new Effect();

  @ParameterizedTest
  @EnumSource
  void withoutAClaimTheHandlerNeverRuns(StoreException.Kind kind) {
    bench.store.failNext(Verb.CLAIM, 1, kind).failNext(Verb.RELEASE, 1, kind);

    Outcome outcome = bench.deliver(effect);

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.StoreFailed.class, it -> assertThat(it.cause().kind()).isEqualTo(kind));
    assertThat(effect.count()).isZero();
    assertThat(bench.hasNoRecord()).isTrue();
    assertThat(bench.store.calls(Verb.CLAIM)).isEqualTo(1);
  }

  @Test
  void withoutATakeoverTheHandlerNeverRuns() {
    bench.deliver(attempt -> HandlerResult.retry("busy"));
    bench.store.failNext(Verb.TAKE_OVER, 1);

    assertThat(bench.deliver(effect)).isInstanceOf(Outcome.StoreFailed.class);
    assertThat(effect.count()).isZero();
    bench.assertRecord(Status.RETRYABLE, 1);
  }

  @Test
  void anOutageDuringTheTakeoverLeavesTheRivalsRecordAlone() {
    Crash.between(bench, effect);
    bench.lapse();
    bench.store.failNext(Verb.TAKE_OVER, 1);

    bench.deliver(effect);

    bench.assertRecord(Status.INPROGRESS, 1);
  }

  @Test
  void pausesDoubleUpToASecond() {
    bench.store.failNext(Verb.COMPLETE, 8);

    bench.deliver(effect);

    assertThat(bench.pauses)
        .containsExactlyElementsOf(
            LongStream.of(50, 100, 200, 400, 800, 1000, 1000, 1000)
                .mapToObj(Duration::ofMillis)
                .toList());
  }

  @Test
  void aStoreDownUntilTheTimeIsUpLeavesTheEndUnrecorded() {
    bench.store.failNext(Verb.COMPLETE, ALWAYS);
    Request request = bench.request();

    assertThat(bench.engine.execute(request, effect))
        .isInstanceOfSatisfying(
            Outcome.Unrecorded.class, it -> assertThat(it.attempt()).isEqualTo(1));

    assertThat(effect.count()).isEqualTo(1);
    assertThat(bench.clock.instant()).isEqualTo(request.stopAt());
    bench.assertRecord(Status.INPROGRESS, 1);
  }

  @Test
  void theLastMomentBeforeTheTimeIsUpIsUsed() {
    bench.store.failNext(Verb.COMPLETE, 5);

    Outcome outcome =
        bench.deliver(effect.then(() -> bench.clock.advance(Bench.TIME.minusMillis(900))));

    assertThat(outcome).isEqualTo(new Outcome.Executed(Effect.resultOf(1), 1));
    assertThat(bench.pauses).last().isEqualTo(Duration.ofMillis(150));
  }

  @Test
  void aHandlerThatUsedUpItsTimeStillGetsOneWrite() {
    Outcome outcome = bench.deliver(effect.then(() -> bench.clock.advance(Bench.TIME)));

    assertThat(outcome).isEqualTo(new Outcome.Executed(Effect.resultOf(1), 1));
  }

  @ParameterizedTest
  @EnumSource(names = {"DENIED", "MISCONFIGURED", "UNREADABLE"})
  void aFaultThatOnlySomeoneCanMendIsNotRepeated(StoreException.Kind kind) {
    bench.store.failNext(Verb.COMPLETE, 1, kind);

    assertThat(bench.deliver(effect)).isInstanceOf(Outcome.Unrecorded.class);
    assertThat(bench.store.calls(Verb.COMPLETE)).isEqualTo(1);
    assertThat(bench.pauses).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"UNREACHABLE", "THROTTLED"})
  void aPassingFaultIsRepeated(StoreException.Kind kind) {
    bench.store.failNext(Verb.FAIL, 1, kind);

    assertThat(bench.deliver(attempt -> HandlerResult.fail("closed")))
        .isInstanceOf(Outcome.Failed.class);
  }

  @Test
  void aHoldIsRepeatedToo() {
    Bench careful = new Bench(HOLD);
    careful.store.failNext(Verb.HOLD, 2);

    assertThat(
            careful.deliver(
                attempt -> {
                  throw new IllegalStateException();
                }))
        .isInstanceOf(Outcome.Held.class);
    careful.assertRecord(Status.UNKNOWN, 1);
  }

  @Test
  void anInterruptWhileItWaitsForTheStoreEndsTheWaitAndIsKept() {
    bench.store.failNext(Verb.COMPLETE, ALWAYS);
    Engine engine = bench.interruptedWhileItWaits();

    assertThat(engine.execute(bench.request(), effect)).isInstanceOf(Outcome.Unrecorded.class);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(bench.store.calls(Verb.COMPLETE)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void onlyAClaimThatMayHaveArrivedIsGivenBack(StoreException.Kind kind) {
    boolean mayHaveArrived = kind == Kind.UNREACHABLE || kind == Kind.THROTTLED;
    bench.store.failNext(Verb.CLAIM, 1, kind);

    bench.deliver(effect);

    assertThat(bench.store.calls(Verb.RELEASE)).isEqualTo(mayHaveArrived ? 1 : 0);
  }
}
