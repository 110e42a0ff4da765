package dev.effectivelyonce.functions.simulation;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.kafka.KafkaDelivery;
import dev.effectivelyonce.kafka.KafkaHandler;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A handler around another that carries out the fault in the header {@value
 * SimulatingHandler#ATTRIBUTE} of a record, the first where it is repeated.
 *
 * @param <M> the type of the payloads
 */
public final class SimulatingKafkaHandler<M> implements KafkaHandler<M> {
  private final KafkaHandler<M> handler;
  private final FaultInjection faults;

  private SimulatingKafkaHandler(KafkaHandler<M> handler, FaultInjection faults) {
    this.handler = handler;
    this.faults = faults;
  }

  /** Returns the handler itself where faults are off, else one that carries them out. */
  public static <M> KafkaHandler<M> around(KafkaHandler<M> handler, SimulatedFaults faults) {
    return switch (faults) {
      case OFF -> handler;
      case ON -> new SimulatingKafkaHandler<>(handler, FaultInjection.real());
    };
  }

  @Override
  public HandlerResult handle(M payload, KafkaDelivery delivery) throws Exception {
    List<byte[]> headers = delivery.record().headers(SimulatingHandler.ATTRIBUTE);
    if (headers.isEmpty()) {
      return handler.handle(payload, delivery);
    }
    String asked = new String(headers.getFirst(), StandardCharsets.UTF_8);
    Attempt attempt = faults.within(asked, delivery.attempt());
    return faults.around(
        () -> handler.handle(payload, new KafkaDelivery(delivery.record(), attempt)),
        "The header " + SimulatingHandler.ATTRIBUTE,
        asked,
        attempt.number());
  }
}
