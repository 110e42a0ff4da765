package dev.effectivelyonce.tests.once;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.once.Bench.KEY;
import static dev.effectivelyonce.tests.once.Bench.REQUEST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.once.EffectivelyOnce;
import dev.effectivelyonce.core.once.FailedException;
import dev.effectivelyonce.core.once.HeldException;
import dev.effectivelyonce.core.once.NotDoneException;
import dev.effectivelyonce.core.once.OnceRequest;
import dev.effectivelyonce.core.once.OnceResult;
import dev.effectivelyonce.core.once.TryAgainException;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** What becomes of a call, and what its caller learns. */
class OnceTest {
  private final Bench bench = new Bench(RERUN);

  private static OnceResult<String> ran(String value) {
    return new OnceResult.Ran<>(Optional.of(value));
  }

  private OnceResult<String> before(String value) {
    return bench.before(Optional.of(value));
  }

  private <X extends NotDoneException> X notDone(Class<X> type) {
    return notDone(type, bench::bill);
  }

  private <X extends NotDoneException> X notDone(Class<X> type, Callable<String> code) {
    return catchThrowableOfType(type, () -> bench.call(code));
  }

  @Test
  void theCodeRunsOnceAndLaterCallsGetItsValue() {
    assertThat(bench.call()).isEqualTo(ran("bill 1"));
    assertThat(bench.call()).isEqualTo(before("bill 1"));
    assertThat(bench.run(bench::bill)).isInstanceOf(Outcome.Duplicate.class);
    assertThat(bench.bills).hasValue(1);
  }

  @Test
  void anInterruptThatTheCodeWrapsIsGivenBackAndThatOfAnotherThreadIsNot() {
    InterruptedException interrupt = new InterruptedException();

    bench.run(
        () -> {
          throw new IllegalStateException(new Exception(interrupt));
        });
    assertThat(Thread.interrupted()).isTrue();

    bench.run(
        () -> {
          throw new ExecutionException(interrupt);
        });
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void aCallWhileAnotherThreadRunsTheKeyIsInFlightUntilTheLeaseEnds() {
    List<TryAgainException> others = new ArrayList<>();
    OnceResult<String> first =
        bench.call(
            () -> {
              CompletableFuture.runAsync(() -> others.add(notDone(TryAgainException.class))).join();
              return bench.bill();
            });

    assertThat(first).isEqualTo(ran("bill 1"));
    TryAgainException other = others.getFirst();
    assertThat(other.outcome()).isInstanceOf(Outcome.InFlight.class);
    assertThat(other.after()).contains(Bench.LEFT.plus(Bench.MARGIN));
  }

  @Test
  void nothingStartsWhenTheTimeIsOver() {
    EffectivelyOnce once = bench.builder().shutdownMargin(Duration.ofMillis(500)).build();

    for (long left : new long[] {-1, 0, 500}) {
      Outcome outcome = once.run(KEY, OnceRequest.within(Duration.ofMillis(left)), bench::bill);
      assertThat(outcome).isEqualTo(new Outcome.NotStarted(Outcome.Reason.DEADLINE));
    }
    assertThat(bench.bills).hasValue(0);
    assertThat(once.run(KEY, OnceRequest.within(Duration.ofMillis(501)), bench::bill).isDone())
        .isTrue();
  }

  @Test
  void whatTheCodeThrowsUnderRerunIsTheCauseAndTheNextCallRuns() {
    IllegalStateException cause = new IllegalStateException("the gateway is down");

    TryAgainException thrown =
        notDone(
            TryAgainException.class,
            () -> {
              throw cause;
            });

    assertThat(thrown).hasCause(cause);
    assertThat(thrown.outcome()).isInstanceOf(Outcome.Released.class);
    assertThat(thrown.text()).doesNotContain("gateway");
    assertThat(bench.call()).isEqualTo(ran("bill 1"));
  }

  @Test
  void whatTheCodeThrowsUnderHoldIsHeldWithItsCause() {
    Bench held = new Bench(HOLD);
    IllegalStateException cause = new IllegalStateException();

    HeldException thrown =
        catchThrowableOfType(
            HeldException.class,
            () ->
                held.call(
                    () -> {
                      throw cause;
                    }));

    assertThat(thrown).hasCause(cause);
    assertThatExceptionOfType(HeldException.class).isThrownBy(held::call).withNoCause();
  }

  @Test
  void aRetryThatTheCodeAsksForSaysWhen() {
    Outcome released = bench.run(() -> HandlerResult.retryAfter(Duration.ofMinutes(3), "not yet"));
    TryAgainException thrown =
        catchThrowableOfType(
            TryAgainException.class,
            () ->
                bench
                    .builder()
                    .build()
                    .runOrThrow(
                        KEY,
                        REQUEST,
                        String.class,
                        attempt -> HandlerResult.retryAfter(Duration.ofMinutes(3), "not yet")));

    assertThat(released).isInstanceOf(Outcome.Released.class);
    assertThat(thrown.after()).contains(Duration.ofMinutes(3));
    assertThat(thrown).hasMessageContaining("not yet").hasMessageContaining("after PT3M");
  }

  @Test
  void aFinalFailureSaysThatNoCallSucceeds() {
    Outcome failed = bench.run(() -> HandlerResult.fail("no such customer"));

    assertThat(failed).isInstanceOf(Outcome.Failed.class);
    assertThat(notDone(FailedException.class).outcome()).isInstanceOf(Outcome.AlreadyFailed.class);
    assertThat(notDone(FailedException.class)).hasMessageContaining("no such customer");
  }

  @Test
  void aKeyWithAnotherFingerprintIsRefused() {
    EffectivelyOnce once = bench.builder().build();
    OnceRequest cheap = REQUEST.fingerprint(Fingerprint.of("10 EUR"));
    OnceRequest dear = REQUEST.fingerprint(Fingerprint.of("99 EUR"));

    assertThat(once.runOrThrow(KEY, cheap, String.class, bench::bill)).isEqualTo(ran("bill 1"));

    assertThat(once.run(KEY, dear, bench::bill)).isEqualTo(new Outcome.KeyReused());
    assertThatExceptionOfType(FailedException.class)
        .isThrownBy(() -> once.runOrThrow(KEY, dear, String.class, bench::bill));
    assertThat(once.runOrThrow(KEY, cheap, String.class, bench::bill)).isEqualTo(before("bill 1"));
  }

  @Test
  void aStoreThatCanNotBeReachedStartsNothing() {
    bench.store.goDown();

    TryAgainException thrown = notDone(TryAgainException.class);

    assertThat(thrown).hasCauseInstanceOf(StoreException.class);
    assertThat(thrown.outcome()).isInstanceOf(Outcome.StoreFailed.class);
    assertThat(bench.bills).hasValue(0);
  }

  @Test
  void anEndThatCanNotBeRecordedIsToBeAskedForAfterTheLease() {
    bench.store.goDownAtNext(Verb.COMPLETE);

    TryAgainException thrown = notDone(TryAgainException.class);

    assertThat(thrown.outcome()).isInstanceOf(Outcome.Unrecorded.class);
    assertThat(thrown.after().orElseThrow()).isPositive();
    bench.store.heal();
    bench.clock.advance(thrown.after().orElseThrow());
    assertThat(bench.call()).isEqualTo(ran("bill 2"));
  }

  @Test
  void aCallThatOutlivesItsLeaseIsSupersededAndItsValueIsNotKept() {
    TryAgainException late =
        notDone(
            TryAgainException.class,
            () -> {
              bench.lapse();
              assertThat(bench.call()).isEqualTo(ran("bill 1"));
              return "late";
            });

    assertThat(late.outcome()).isInstanceOf(Outcome.Superseded.class);
    assertThat(bench.call()).isEqualTo(before("bill 1"));
  }
}
