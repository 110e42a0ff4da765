package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.tests.engine.Story.assertTold;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Handlers that end as no handler should. */
class HandlerEndTest {
  private final Bench rerun = new Bench(RERUN);
  private final Bench hold = new Bench(HOLD);
  private final AtomicInteger happened = new AtomicInteger();

  @AfterEach
  void noInterruptIsLeftBehind() {
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void eachStoryEndsAsTold() {
    assertTold(
        """
        # whatever is thrown is released under RERUN
        RERUN throws:<IOException|IllegalStateException|AssertionError>
          -> Released#1(<IOException|Exception|AssertionError>) | RETRYABLE#1… ran 1
        RERUN throws:StackOverflowError -> Released#1(StackOverflowError) | RETRYABLE#1… ran 1
        RERUN throws:InterruptedException -> Released#1(InterruptedException) | RETRYABLE#1… ran 1
        # what shows that the process can't go on is recorded and ends it
        <RERUN|HOLD> throws:OutOfMemoryError
          -> Unsound(The process can't go on after java.lang.OutOfMem…) |
          <RETRYABLE|UNKNOWN>#1(OutOfMemoryError) ran 1
        <RERUN|HOLD> throws:InternalError
          -> Unsound(The process can't go on after java.lang.Internal…) |
          <RETRYABLE|UNKNOWN>#1(InternalError) ran 1
        <RERUN|HOLD> throws:NoClassDefFoundError
          -> Unsound(The process can't go on after java.lang.NoClassD…) |
          <RETRYABLE|UNKNOWN>#1(NoClassDefFoundError) ran 1
        <RERUN|HOLD> throws:ExceptionInInitializerError
          -> Unsound(The process can't go on after java.lang.Exceptio…) |
          <RETRYABLE|UNKNOWN>#1(ExceptionInInitializerError) ran 1
        # an interrupt left behind is cleared and the end recorded
        RERUN {interrupt nothing} -> Executed#1 | COMPLETED#1 ran 1
        RERUN {interrupt completes} -> Executed#1=r1 | COMPLETED#1… ran 1
        RERUN {interrupt retries} -> Released#1(busy) | RETRYABLE#1… ran 1
        RERUN {interrupt fails} -> Failed#1(closed) | FAILED#1… ran 1
        # null instead of an end is a bug like an exception
        RERUN null
          -> Released#1(Refused: The handler returned null; return Handl…) | RETRYABLE#1… ran 1
        HOLD null -> Held(Refused: The handler returned null; return Handl…) | UNKNOWN#1… ran 1
        # effects beside work that may go on do not happen
        RERUN commits-pending
          -> Released#1(Refused: The handler returned a java.util.concur…) | RETRYABLE#1… ran 1
        RERUN <single|observing> commits-pending
          -> Released#1(Refused: The handler returned a java.util.concur…) | RETRYABLE#1… ran <2|1>
        """);
  }

  /** What an exception of a user may do when it is asked. */
  private static Stream<Named<Throwable>> hostile() {
    RuntimeException cause = new IllegalStateException("cause");
    RuntimeException itsOwnCause = new IllegalStateException("c".repeat(1 << 20), cause);
    cause.initCause(itsOwnCause);
    cause.addSuppressed(itsOwnCause);
    return Stream.of(
        Named.of("its own cause", itsOwnCause),
        Named.of("no stack", new Hostile(() -> null)),
        Named.of("no frame", new Hostile(() -> new StackTraceElement[1])),
        Named.of(
            "texts that throw",
            new Hostile(
                () -> {
                  throw new UnsupportedOperationException();
                })),
        Named.of(
            "texts that never end",
            new Hostile(
                () -> {
                  throw new StackOverflowError();
                })));
  }

  private static final class Hostile extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Supplier<StackTraceElement[]> stack;

    Hostile(Supplier<StackTraceElement[]> stack) {
      super("", null, true, false);
      this.stack = stack;
    }

    @Override
    public StackTraceElement[] getStackTrace() {
      return stack.get();
    }

    @Override
    public String getMessage() {
      return Arrays.toString(stack.get());
    }

    @Override
    public String toString() {
      return getMessage();
    }
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void anExceptionThatDoesNotTellOfItselfIsARelease(Throwable thrown) {
    assertThat(
            rerun.deliver(
                attempt -> {
                  throw (RuntimeException) thrown;
                }))
        .isInstanceOfSatisfying(
            Outcome.Released.class,
            it -> assertThat(it.why().text()).startsWith(thrown.getClass().getName()));
    rerun.assertRecord(Status.RETRYABLE, 1);
  }

  record Answer<T>(String id, T later) {
    /** Would begin the work that is looked for. */
    @Override
    public T later() {
      throw new IllegalStateException("Asked for " + id);
    }
  }

  @Test
  void aRecordOfValuesIsAValueAndItsOwnCodeIsNotAsked() {
    Answer<Object> answer = new Answer<>("a", Optional.of(Map.of("b", List.of(1, "c"))));

    assertThat(rerun.deliver(attempt -> HandlerResult.completed(answer)).isDone()).isTrue();
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
        Named.of("futures in an array", new Object[] {future}),
        Named.of("a future as a key", Map.of(future, "sent")),
        Named.of("a future in an entry", Map.entry("sent", future)),
        Named.of("a future in a reference", new AtomicReference<>(future)),
        Named.of("a future in a record", new Answer<>("sent", future)),
        Named.of(
            "a future deep in a record", new Answer<>("sent", List.of(new Answer<>("", future)))),
        Named.of("a task that has not begun", (Runnable) () -> {}),
        Named.of("a call that has not begun", (Callable<String>) () -> "done"),
        Named.of("a value that has not been made", (Supplier<String>) () -> "done"),
        Named.of("an executor", (Executor) Runnable::run));
  }

  @Test
  void effectsAndResultsWithinAValueAreNoEndSinceNobodyWouldCarryThemOut() {
    InMemoryEffects effects = InMemoryEffects.of(happened::incrementAndGet);
    for (Object value :
        List.of(
            effects,
            List.of(effects),
            new Answer<>("sent", effects),
            Optional.of(HandlerResult.fail("no")),
            HandlerResult.completed("done"))) {
      assertThat(rerun.deliver(attempt -> HandlerResult.completed(value)))
          .isInstanceOfSatisfying(
              Outcome.Released.class,
              it -> assertThat(it.why().text()).contains("within its value", "commit(effects)"));
    }
    assertThat(happened).hasValue(0);
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
}
