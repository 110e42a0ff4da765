package dev.effectivelyonce.functions.simulation;

import dev.effectivelyonce.streams.StreamDelivery;
import dev.effectivelyonce.streams.StreamHandler;
import java.util.Optional;
import java.util.function.Function;

/** Handlers of a stream that carry out the fault that a record asks for. */
public final class SimulatingStreamHandler {
  private SimulatingStreamHandler() {}

  /**
   * Returns the handler itself where faults are off, else one that carries them out.
   *
   * @param asking where a record names its fault
   */
  public static <M> StreamHandler<M> around(
      StreamHandler<M> handler, Function<M, Optional<String>> asking, SimulatedFaults faults) {
    return switch (faults) {
      case OFF -> handler;
      case ON ->
          (payload, delivery) ->
              FaultInjection.real()
                  .around(
                      attempt ->
                          handler.handle(payload, new StreamDelivery(delivery.record(), attempt)),
                      "The record's " + SimulatingHandler.ATTRIBUTE,
                      asking.apply(payload),
                      delivery.attempt());
    };
  }
}
