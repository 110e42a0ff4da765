package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.DeliveryEngine;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.UnsoundProcessError;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
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
  private final AtomicInteger happened = new AtomicInteger();

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

  private static Stream<Named<Object>> pendingWork() {
    CompletableFuture<String> future = new CompletableFuture<>();
    return Stream.of(
        Named.of("a future", future),
        Named.of("a finished future", CompletableFuture.completedFuture("done")),
        Named.of("a stage", CompletableFuture.completedStage("done")),
        Named.of("a task", new FutureTask<>(() -> "done")),
        Named.of("a publisher", (Flow.Publisher<String>) subscriber -> {}),
        Named.of("a stream", Stream.of("one").map(String::length)),
        Named.of("a future in an Optional", Optional.of(future)),
        Named.of("futures in a list", Arrays.asList("sent", null, future)),
        Named.of("a future in a map", Map.of("sent", List.of(future))),
        Named.of("futures in an array", new Object[] {future}));
  }

  @ParameterizedTest
  @MethodSource("pendingWork")
  void workThatMayGoOnIsNoEndUnderRerun(Object pending) {
    assertThat(rerun.deliver(attempt -> HandlerResult.completed(pending)))
        .isInstanceOfSatisfying(
            Outcome.Released.class,
            it -> assertThat(it.why().text()).contains("returned a ", "wait for it", "join()"));
    rerun.assertRecord(Status.RETRYABLE, 1);
  }

  @ParameterizedTest
  @EnumSource(ClaimMode.class)
  void effectsBesideWorkThatMayGoOnDoNotHappen(ClaimMode claims) {
    HandlerResult pending =
        HandlerResult.commit(
            InMemoryEffects.of(happened::incrementAndGet), new CompletableFuture<>());
    DeliveryEngine engine =
        claims == ClaimMode.SINGLE_SHOT ? rerun.singleShot() : rerun.engine(rerun.store);

    assertThat(engine.execute(rerun.request(), attempt -> pending))
        .isInstanceOf(Outcome.Released.class);
    assertThat(happened).hasValue(0);
  }

  @Test
  void effectsThatYieldWorkWhichMayGoOnAreTakenBack() {
    InMemoryEffects effects =
        InMemoryEffects.of(happened::incrementAndGet).yielding(CompletableFuture::new);

    assertThat(rerun.deliver(attempt -> HandlerResult.commit(effects)))
        .isInstanceOf(Outcome.Released.class);
    assertThat(hold.deliver(attempt -> HandlerResult.commit(effects)))
        .isInstanceOf(Outcome.Failed.class);
    assertThat(happened).hasValue(0);
  }

  @Test
  void aStepWhoseWorkMayGoOnStaysInDoubt() {
    StepPolicy<Object> policy = StepPolicy.hold(Object.class);

    assertThat(
            rerun.deliver(
                attempt ->
                    HandlerResult.completed(
                        attempt.steps().run("charge", policy, key -> new CompletableFuture<>()))))
        .isInstanceOfSatisfying(
            Outcome.Released.class, it -> assertThat(it.why().text()).contains("charge", "join()"));
    assertThat(rerun.record().doubt()).isPresent();
  }

  @Test
  void aListThatContainsItselfIsAValue() {
    List<Object> itself = new ArrayList<>();
    itself.add(itself);

    assertThat(rerun.deliver(attempt -> HandlerResult.completed(itself)).isDone()).isTrue();
  }

  @SuppressWarnings("NullAway") // A caller's code need not be checked for null.
  private static HandlerResult none(Attempt attempt) {
    return null;
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
