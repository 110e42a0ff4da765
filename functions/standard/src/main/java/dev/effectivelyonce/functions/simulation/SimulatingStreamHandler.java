package dev.effectivelyonce.functions.simulation;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.streams.StreamDelivery;
import dev.effectivelyonce.streams.StreamHandler;
import java.util.Optional;
import java.util.function.Function;

/**
 * A handler around another that carries out the fault that a record asks for.
 *
 * @param <M> the type of the records
 */
public final class SimulatingStreamHandler<M> implements StreamHandler<M> {
  private final StreamHandler<M> handler;
  private final Function<M, Optional<String>> asking;
  private final FaultInjection faults;

  private SimulatingStreamHandler(
      StreamHandler<M> handler, Function<M, Optional<String>> asking, FaultInjection faults) {
    this.handler = handler;
    this.asking = asking;
    this.faults = faults;
  }

  /**
   * Returns the handler itself where faults are off, else one that carries them out.
   *
   * @param asking where a record names its fault
   */
  public static <M> StreamHandler<M> around(
      StreamHandler<M> handler, Function<M, Optional<String>> asking, SimulatedFaults faults) {
    return switch (faults) {
      case OFF -> handler;
      case ON -> new SimulatingStreamHandler<>(handler, asking, FaultInjection.real());
    };
  }

  @Override
  public HandlerResult handle(M payload, StreamDelivery delivery) throws Exception {
    Optional<String> asked = asking.apply(payload);
    if (asked.isEmpty()) {
      return handler.handle(payload, delivery);
    }
    Attempt attempt = faults.within(asked.get(), delivery.attempt());
    return faults.around(
        () -> handler.handle(payload, new StreamDelivery(delivery.record(), attempt)),
        "The record's " + SimulatingHandler.ATTRIBUTE,
        asked.get(),
        attempt.number());
  }
}
