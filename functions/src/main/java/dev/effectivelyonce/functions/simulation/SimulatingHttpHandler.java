package dev.effectivelyonce.functions.simulation;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.http.HttpHandler;
import dev.effectivelyonce.http.HttpRequest;
import java.util.Optional;

/** A handler around another that carries out the fault in the header {@value #HEADER}. */
public final class SimulatingHttpHandler implements HttpHandler {
  /** The header that names the fault. */
  public static final String HEADER = "simulate";

  private final HttpHandler handler;
  private final FaultInjection faults;

  SimulatingHttpHandler(HttpHandler handler, FaultInjection faults) {
    this.handler = handler;
    this.faults = faults;
  }

  /** The handler itself where faults are off, else one that carries them out. */
  public static HttpHandler around(HttpHandler handler, SimulatedFaults faults) {
    return switch (faults) {
      case OFF -> handler;
      case ON -> new SimulatingHttpHandler(handler, FaultInjection.real());
    };
  }

  @Override
  public HandlerResult handle(HttpRequest request, Attempt attempt) throws Exception {
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
