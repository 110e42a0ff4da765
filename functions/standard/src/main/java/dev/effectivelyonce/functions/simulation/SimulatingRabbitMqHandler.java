package dev.effectivelyonce.functions.simulation;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.rabbitmq.RabbitMqDelivery;
import dev.effectivelyonce.rabbitmq.RabbitMqHandler;
import java.util.Optional;

/**
 * A handler around another that carries out the fault in the header {@value
 * SimulatingHandler#ATTRIBUTE} of a message.
 *
 * @param <M> the type of the payloads
 */
public final class SimulatingRabbitMqHandler<M> implements RabbitMqHandler<M> {
  private final RabbitMqHandler<M> handler;
  private final FaultInjection faults;

  private SimulatingRabbitMqHandler(RabbitMqHandler<M> handler, FaultInjection faults) {
    this.handler = handler;
    this.faults = faults;
  }

  /** Returns the handler itself where faults are off, else one that carries them out. */
  public static <M> RabbitMqHandler<M> around(RabbitMqHandler<M> handler, SimulatedFaults faults) {
    return switch (faults) {
      case OFF -> handler;
      case ON -> new SimulatingRabbitMqHandler<>(handler, FaultInjection.real());
    };
  }

  @Override
  public HandlerResult handle(M payload, RabbitMqDelivery delivery) throws Exception {
    Optional<String> asked = delivery.message().header(SimulatingHandler.ATTRIBUTE);
    if (asked.isEmpty()) {
      return handler.handle(payload, delivery);
    }
    Attempt attempt = faults.within(asked.get(), delivery.attempt());
    return faults.around(
        () -> handler.handle(payload, new RabbitMqDelivery(delivery.message(), attempt)),
        "The header " + SimulatingHandler.ATTRIBUTE,
        asked.get(),
        attempt.number());
  }
}
