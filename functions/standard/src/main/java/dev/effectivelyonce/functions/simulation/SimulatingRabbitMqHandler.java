package dev.effectivelyonce.functions.simulation;

import dev.effectivelyonce.rabbitmq.RabbitMqDelivery;
import dev.effectivelyonce.rabbitmq.RabbitMqHandler;

/**
 * Handlers of RabbitMQ that carry out the fault in the header {@value SimulatingHandler#ATTRIBUTE}
 * of a message.
 */
public final class SimulatingRabbitMqHandler {
  private SimulatingRabbitMqHandler() {}

  /** Returns the handler itself where faults are off, else one that carries them out. */
  public static <M> RabbitMqHandler<M> around(RabbitMqHandler<M> handler, SimulatedFaults faults) {
    return switch (faults) {
      case OFF -> handler;
      case ON ->
          (payload, delivery) ->
              FaultInjection.real()
                  .around(
                      attempt ->
                          handler.handle(
                              payload, new RabbitMqDelivery(delivery.message(), attempt)),
                      "The header " + SimulatingHandler.ATTRIBUTE,
                      delivery.message().header(SimulatingHandler.ATTRIBUTE),
                      delivery.attempt());
    };
  }
}
