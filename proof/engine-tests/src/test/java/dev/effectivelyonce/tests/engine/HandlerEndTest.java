package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.UnsoundProcessError;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Handlers that end as no handler should. */
class HandlerEndTest {
  private final Bench rerun = new Bench(RERUN);
  private final Bench hold = new Bench(HOLD);
  private final Effect effect = new Effect();

  @AfterEach
  void noInterruptIsLeftBehind() {
    assertThat(Thread.interrupted()).isFalse();
  }

  private static Stream<Named<Handler>> throwing() {
    return Stream.of(
        throwing(new IOException("card 4111")),
        throwing(new IllegalStateException("card 4111")),
        throwing(new AssertionError("card 4111")),
        throwing(new StackOverflowError()),
        throwing(new InterruptedException()));
  }

  private static Named<Handler> throwing(Throwable thrown) {
    Handler handler =
        attempt -> {
          if (thrown instanceof Error error) {
            throw error;
          }
          throw (Exception) thrown;
        };
    return Named.of(thrown.getClass().getSimpleName(), handler);
  }

  @ParameterizedTest
  @MethodSource("throwing")
  void whateverIsThrownIsReleasedUnderRerun(Handler handler) {
    assertThat(rerun.deliver(handler))
        .isInstanceOfSatisfying(
            Outcome.Released.class,
            it -> assertThat(it.why().text()).contains("java.").doesNotContain("4111"));
    rerun.assertRecord(Status.RETRYABLE, 1);
  }

  @ParameterizedTest
  @MethodSource("throwing")
  void whateverIsThrownIsHeldUnderHold(Handler handler) {
    assertThat(hold.deliver(handler)).isInstanceOf(Outcome.Held.class);
    hold.assertRecord(Status.UNKNOWN, 1);
  }

  private static Stream<Named<Handler>> unsound() {
    return Stream.of(
        throwing(new OutOfMemoryError("Metaspace")),
        throwing(new InternalError("card 4111")),
        throwing(new NoClassDefFoundError("com/example/Card")),
        throwing(new ExceptionInInitializerError("card 4111")));
  }

  @ParameterizedTest
  @MethodSource("unsound")
  void whatShowsThatTheProcessCantGoOnIsRecordedAndEndsIt(Handler handler) {
    assertThatExceptionOfType(UnsoundProcessError.class)
        .isThrownBy(() -> rerun.deliver(handler))
        .satisfies(
            it ->
                assertThat(it)
                    .isInstanceOf(VirtualMachineError.class)
                    .hasMessageContaining("can't go on"));
    assertThatExceptionOfType(UnsoundProcessError.class).isThrownBy(() -> hold.deliver(handler));

    rerun.assertRecord(Status.RETRYABLE, 1);
    hold.assertRecord(Status.UNKNOWN, 1);
  }

  @Test
  void aRealStackOverflowIsOneAttemptsFailure() {
    assertThat(rerun.deliver(this::recurse)).isInstanceOf(Outcome.Released.class);
    assertThat(rerun.deliver(effect).isDone()).isTrue();
  }

  private HandlerResult recurse(Attempt attempt) {
    if (attempt.number() > 1) {
      return HandlerResult.completed();
    }
    return recurse(attempt);
  }

  @ParameterizedTest
  @MethodSource("everyEnd")
  void anInterruptLeftBehindIsClearedAndTheEndRecorded(HandlerResult end) {
    rerun
        .engine(Interrupts.refusedBy(rerun.store))
        .execute(
            rerun.request(),
            attempt -> {
              Thread.currentThread().interrupt();
              return end;
            });

    assertThat(rerun.record().status()).isNotEqualTo(Status.INPROGRESS);
  }

  private static Stream<HandlerResult> everyEnd() {
    return Stream.of(
        HandlerResult.completed(),
        HandlerResult.completed("value"),
        HandlerResult.retry("busy"),
        HandlerResult.fail("closed"));
  }

  @Test
  void anInterruptLeftBehindByAThrowIsClearedAndTheReleaseRecorded() {
    Outcome outcome =
        rerun
            .engine(Interrupts.refusedBy(rerun.store))
            .execute(
                rerun.request(),
                attempt -> {
                  Thread.currentThread().interrupt();
                  throw new InterruptedException();
                });

    assertThat(outcome).isInstanceOf(Outcome.Released.class);
    rerun.assertRecord(Status.RETRYABLE, 1);
  }

  @Test
  void nullInsteadOfAnEndIsABugLikeAnExceptionUnderRerun() {
    assertThat(rerun.deliver(HandlerEndTest::none))
        .isInstanceOfSatisfying(
            Outcome.Released.class,
            it -> assertThat(it.why().text()).contains("returned null", "completed()"));
    rerun.assertRecord(Status.RETRYABLE, 1);
  }

  @Test
  void nullInsteadOfAnEndIsAnUnknownOutcomeUnderHold() {
    assertThat(hold.deliver(HandlerEndTest::none))
        .isInstanceOfSatisfying(
            Outcome.Held.class, it -> assertThat(it.why().text()).contains("returned null"));
    hold.assertRecord(Status.UNKNOWN, 1);
  }

  @SuppressWarnings("NullAway") // A caller's code need not be checked for null.
  private static HandlerResult none(Attempt attempt) {
    return null;
  }

  @ParameterizedTest
  @EnumSource
  void aNullValueIsACompletionWithoutAValue(AbandonedClaimPolicy policy) {
    Bench bench = new Bench(policy);

    assertThat(bench.deliver(attempt -> HandlerResult.completed(null)))
        .isEqualTo(new Outcome.Executed(StoredResult.none(), 1));
  }

  @ParameterizedTest
  @EnumSource
  @SuppressWarnings("NullAway") // Such as the message of an exception that has none.
  void aNullReasonIsAReasonStill(AbandonedClaimPolicy policy) {
    Bench bench = new Bench(policy);

    assertThat(bench.deliver(attempt -> HandlerResult.retry(null)))
        .isInstanceOf(Outcome.Released.class);
    assertThat(bench.deliver(attempt -> HandlerResult.fail(null)))
        .isInstanceOf(Outcome.Failed.class);
    assertThat(bench.record().error().orElseThrow()).hasToString("No reason was given");
  }
}
