package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.simulation.history.Fault;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** What every handler does beside its effect: it takes its time, and throws. */
record HandlerBehaviour(HistoryContext basis) {
  void begins() throws InterruptedException {
    basis.scheduler.sleep(basis.faults.pick(Duration.ZERO, Duration.ofMillis(3)));
    throwIf(Fault.HANDLER_THROWS);
  }

  void takesTime() throws InterruptedException {
    if (basis.faults.happens(Fault.HANDLER_SLOW)) {
      basis.scheduler.sleep(
          basis.faults.pick(
              Duration.ofSeconds(1),
              Duration.ofMillis(3400),
              Duration.ofMillis(3990),
              Duration.ofSeconds(5),
              Duration.ofSeconds(15),
              Duration.ofSeconds(60)));
    }
  }

  void goesOn() throws InterruptedException {
    basis.scheduler.sleep(
        basis.faults.pick(Duration.ZERO, Duration.ofMillis(1), Duration.ofMillis(30)));
  }

  /** What a handler returns that begins and fails, if this one does. */
  Optional<HandlerResult> fails(Supplier<HandlerResult> retry) throws InterruptedException {
    begins();
    if (basis.faults.happens(Fault.HANDLER_RETRIES)) {
      return Optional.of(retry.get());
    }
    return basis.faults.happens(Fault.HANDLER_FAILS)
        ? Optional.of(HandlerResult.fail("simulated"))
        : Optional.empty();
  }

  void throwIf(Fault fault) {
    if (basis.faults.happens(fault)) {
      throw new HandlerThrew();
    }
  }

  /** What a handler throws. */
  static final class HandlerThrew extends RuntimeException {
    private HandlerThrew() {
      super("simulated", null, false, false);
    }
  }
}
