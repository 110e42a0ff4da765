package dev.effectivelyonce.functions.simulation;

import dev.effectivelyonce.core.engine.Platform.Pause;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.sqs.Delivery;
import dev.effectivelyonce.sqs.MessageHandler;

/**
 * A handler around another that carries out the fault in the message attribute {@value #ATTRIBUTE}.
 *
 * @param <M> the type of the messages
 */
public final class SimulatingHandler<M> implements MessageHandler<M> {
  /** The message attribute that names the fault. */
  public static final String ATTRIBUTE = "simulate";

  private final MessageHandler<M> handler;
  private final FaultInjection faults;

  private SimulatingHandler(MessageHandler<M> handler, FaultInjection faults) {
    this.handler = handler;
    this.faults = faults;
  }

  /**
   * @param pause how to wait
   * @param crash ends the process at once
   */
  SimulatingHandler(MessageHandler<M> handler, Pause pause, Runnable crash) {
    this(handler, new FaultInjection(pause, crash));
  }

  /** The handler itself where faults are off, else one that carries them out. */
  public static <M> MessageHandler<M> around(MessageHandler<M> handler, SimulatedFaults faults) {
    return switch (faults) {
      case OFF -> handler;
      case ON -> new SimulatingHandler<>(handler, FaultInjection.real());
    };
  }

  @Override
  public HandlerResult handle(M message, Delivery delivery) throws Exception {
    String asked = delivery.message().attributes().get(ATTRIBUTE);
    if (asked == null) {
      return handler.handle(message, delivery);
    }
    Attempt attempt = faults.within(asked, delivery.attempt());
    return faults.around(
        () -> handler.handle(message, new Delivery(delivery.message(), attempt)),
        "The message attribute " + ATTRIBUTE,
        asked,
        attempt.number());
  }
}
