package dev.effectivelyonce.functions.simulation;

import dev.effectivelyonce.core.engine.Platform.Pause;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.functions.simulation.Fault.Attempts;
import dev.effectivelyonce.functions.simulation.Fault.Kind;
import java.time.Duration;
import java.util.Optional;

/**
 * Carries out the fault that a delivery asks for, around its handler.
 *
 * @param pause how to wait
 * @param crash ends the process at once
 */
record FaultInjection(Pause pause, Runnable crash) {
  private static final int CRASH_STATUS = 134;
  private static final Duration LONGER_THAN_ANY_TIMEOUT = Duration.ofHours(1);

  /** Waits and crashes in earnest. */
  static FaultInjection real() {
    return new FaultInjection(Thread::sleep, () -> Runtime.getRuntime().halt(CRASH_STATUS));
  }

  /** Code in which the effect of a step may be fatal. */
  @FunctionalInterface
  interface Code {
    HandlerResult run(Optional<String> fatalStep) throws Exception;
  }

  /**
   * @param place where a fault is asked for, such as {@code The header simulate}
   * @param asked the fault, as it is asked for
   */
  HandlerResult around(Handler handler, String place, Optional<String> asked, Attempt attempt)
      throws Exception {
    return asked.isEmpty()
        ? handler.handle(attempt)
        : around(
            fatal -> handler.handle(fatal.map(step -> with(attempt, step)).orElse(attempt)),
            place,
            asked.get(),
            attempt.number());
  }

  private Attempt with(Attempt attempt, String fatalStep) {
    return attempt.withSteps(new CrashingSteps(attempt.steps(), fatalStep, crash));
  }

  /** The same of code without a handler of this library; its attempt has a number alone. */
  HandlerResult around(Code code, String place, String asked, int attempt) throws Exception {
    Optional<Fault> fault = Fault.parse(asked);
    if (fault.isEmpty()) {
      return HandlerResult.fail(place + " names no known fault");
    }
    boolean happens = fault.get().on() == Attempts.EVERY || attempt == 1;
    return happens ? carryOut(fault.get().kind(), code) : code.run(Optional.empty());
  }

  private HandlerResult carryOut(Kind kind, Code code) throws Exception {
    return switch (kind) {
      case Kind.FailRetryable ignored -> HandlerResult.retry("Simulated retryable failure");
      case Kind.FailPermanent ignored -> HandlerResult.fail("Simulated permanent failure");
      case Kind.CrashBeforeEffect ignored -> {
        crash.run();
        yield code.run(Optional.empty());
      }
      case Kind.CrashAfterEffect ignored -> {
        HandlerResult result = code.run(Optional.empty());
        crash.run();
        yield result;
      }
      case Kind.CrashInStep(String step) -> code.run(Optional.of(step));
      case Kind.Timeout ignored -> {
        pause.pause(LONGER_THAN_ANY_TIMEOUT);
        yield HandlerResult.retry("Simulated timeout");
      }
      case Kind.Slow(Duration delay) -> {
        pause.pause(delay);
        yield code.run(Optional.empty());
      }
    };
  }
}
