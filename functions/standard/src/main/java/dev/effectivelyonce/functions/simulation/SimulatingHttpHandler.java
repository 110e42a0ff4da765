package dev.effectivelyonce.functions.simulation;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.http.ApiHandler;
import dev.effectivelyonce.http.ApiRequest;
import java.util.Optional;

/** A handler around another that carries out the fault in the header {@value #HEADER}. */
public final class SimulatingHttpHandler implements ApiHandler {
  /** The header that names the fault. */
  public static final String HEADER = "simulate";

  private final ApiHandler handler;
  private final FaultInjection faults;

  SimulatingHttpHandler(ApiHandler handler, FaultInjection faults) {
    this.handler = handler;
    this.faults = faults;
  }

  /** The handler itself where faults are off, else one that carries them out. */
  public static ApiHandler around(ApiHandler handler, SimulatedFaults faults) {
    return switch (faults) {
      case OFF -> handler;
      case ON -> new SimulatingHttpHandler(handler, FaultInjection.real());
    };
  }

  @Override
  public HandlerResult handle(ApiRequest request, Attempt attempt) throws Exception {
    Optional<String> asked = request.header(HEADER);
    return asked.isEmpty()
        ? handler.handle(request, attempt)
        : faults.around(
            () -> handler.handle(request, attempt),
            "The header " + HEADER,
            asked.get(),
            attempt.number());
  }
}
