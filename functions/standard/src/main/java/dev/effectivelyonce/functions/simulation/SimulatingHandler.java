package dev.effectivelyonce.functions.simulation;

import dev.effectivelyonce.sqs.Delivery;
import dev.effectivelyonce.sqs.MessageHandler;
import java.util.Optional;

/** Handlers of SQS that carry out the fault in the message attribute {@value #ATTRIBUTE}. */
public final class SimulatingHandler {
  /** The message attribute that names the fault. */
  public static final String ATTRIBUTE = "simulate";

  private SimulatingHandler() {}

  /** The handler itself where faults are off, else one that carries them out. */
  public static <M> MessageHandler<M> around(MessageHandler<M> handler, SimulatedFaults faults) {
    return switch (faults) {
      case OFF -> handler;
      case ON -> around(handler, FaultInjection.real());
    };
  }

  static <M> MessageHandler<M> around(MessageHandler<M> handler, FaultInjection faults) {
    return (message, delivery) ->
        faults.around(
            attempt -> handler.handle(message, new Delivery(delivery.message(), attempt)),
            "The message attribute " + ATTRIBUTE,
            Optional.ofNullable(delivery.message().attributes().get(ATTRIBUTE)),
            delivery.attempt());
  }
}
