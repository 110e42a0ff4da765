package dev.effectivelyonce.functions.simulation;

import dev.effectivelyonce.http.ApiHandler;

/** Handlers of an API that carry out the fault in the header {@value #HEADER}. */
public final class SimulatingHttpHandler {
  /** The header that names the fault. */
  public static final String HEADER = "simulate";

  private SimulatingHttpHandler() {}

  /** The handler itself where faults are off, else one that carries them out. */
  public static ApiHandler around(ApiHandler handler, SimulatedFaults faults) {
    return switch (faults) {
      case OFF -> handler;
      case ON ->
          (request, attempt) ->
              FaultInjection.real()
                  .around(
                      it -> handler.handle(request, it),
                      "The header " + HEADER,
                      request.header(HEADER),
                      attempt);
    };
  }
}
