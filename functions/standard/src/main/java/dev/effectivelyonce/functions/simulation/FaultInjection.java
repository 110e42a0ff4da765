package dev.effectivelyonce.functions.simulation;

import dev.effectivelyonce.core.engine.Platform.Pause;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.functions.simulation.Fault.Attempts;
import dev.effectivelyonce.functions.simulation.Fault.Kind;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;

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

  /**
   * @param place where the fault was asked for, such as {@code The header simulate}
   * @param asked the fault, as it was asked for
   * @param attempt the number of the attempt
   */
  HandlerResult around(Callable<HandlerResult> handler, String place, String asked, int attempt)
      throws Exception {
    Optional<Fault> fault = Fault.parse(asked);
    if (fault.isEmpty()) {
      return HandlerResult.fail(place + " names no known fault");
    }
    return happens(fault.get(), attempt) ? carryOut(fault.get().kind(), handler) : handler.call();
  }

  /** The attempt, with a step in it that ends the process where that is asked for. */
  Attempt within(String asked, Attempt attempt) {
    return Fault.parse(asked)
        .filter(fault -> happens(fault, attempt.number()))
        .flatMap(
            fault ->
                fault.kind() instanceof Kind.CrashInStep(String step)
                    ? Optional.of(with(attempt, step))
                    : Optional.empty())
        .orElse(attempt);
  }

  private Attempt with(Attempt attempt, String fatalStep) {
    return attempt.withSteps(new CrashingSteps(attempt.steps(), fatalStep, crash));
  }

  private static boolean happens(Fault fault, int attempt) {
    return fault.on() == Attempts.EVERY || attempt == 1;
  }

  private HandlerResult carryOut(Kind kind, Callable<HandlerResult> handler) throws Exception {
    return switch (kind) {
      case Kind.FailRetryable ignored -> HandlerResult.retry("Simulated retryable failure");
      case Kind.FailPermanent ignored -> HandlerResult.fail("Simulated permanent failure");
      case Kind.CrashBeforeEffect ignored -> {
        crash.run();
        yield handler.call();
      }
      case Kind.CrashAfterEffect ignored -> {
        HandlerResult result = handler.call();
        crash.run();
        yield result;
      }
      // The steps do it, where the handler has any.
      case Kind.CrashInStep ignored -> handler.call();
      case Kind.Timeout ignored -> {
        pause.pause(LONGER_THAN_ANY_TIMEOUT);
        yield HandlerResult.retry("Simulated timeout");
      }
      case Kind.Slow(Duration delay) -> {
        pause.pause(delay);
        yield handler.call();
      }
    };
  }
}
