package dev.effectivelyonce.functions.simulation;

import dev.effectivelyonce.core.handler.HandlerResult;
import java.util.Optional;

/**
 * A call with the fault around it that its message asks for, where no handler of this library runs:
 * what fails throws. No difference is made between what may be retried and what may not.
 */
public final class SimulatingCall {
  private final Optional<FaultInjection> faults;

  SimulatingCall(FaultInjection faults) {
    this(Optional.of(faults));
  }

  private SimulatingCall(Optional<FaultInjection> faults) {
    this.faults = faults;
  }

  /** Carries faults out in earnest, or none where they are off. */
  public static SimulatingCall with(SimulatedFaults faults) {
    return new SimulatingCall(
        switch (faults) {
          case OFF -> Optional.<FaultInjection>empty();
          case ON -> Optional.of(FaultInjection.real());
        });
  }

  /**
   * Makes the call.
   *
   * @param asked the message attribute {@value SimulatingHandler#ATTRIBUTE}, where there is one
   * @param attempt the number of the attempt, from 1
   * @throws SimulatedFailureException if the fault is a failure, or not known
   */
  public void run(Optional<String> asked, int attempt, Runnable call) throws Exception {
    if (faults.isEmpty() || asked.isEmpty()) {
      call.run();
      return;
    }
    HandlerResult result =
        faults
            .get()
            .around(
                fatalStep -> {
                  call.run();
                  return HandlerResult.completed();
                },
                "The message attribute " + SimulatingHandler.ATTRIBUTE,
                asked.get(),
                attempt);
    if (result instanceof HandlerResult.Unsuccessful notDone) {
      throw new SimulatedFailureException(reason(notDone));
    }
  }

  private static String reason(HandlerResult.Unsuccessful notDone) {
    return switch (notDone) {
      case HandlerResult.Retry retry -> retry.reason();
      case HandlerResult.Fail fail -> fail.reason();
    };
  }
}
