package dev.effectivelyonce.functions.simulation;

import dev.effectivelyonce.kafka.KafkaDelivery;
import dev.effectivelyonce.kafka.KafkaHandler;
import java.nio.charset.StandardCharsets;

/**
 * Handlers of Kafka that carry out the fault in the header {@value SimulatingHandler#ATTRIBUTE} of
 * a record, the first where it is repeated.
 */
public final class SimulatingKafkaHandler {
  private SimulatingKafkaHandler() {}

  /** Returns the handler itself where faults are off, else one that carries them out. */
  public static <M> KafkaHandler<M> around(KafkaHandler<M> handler, SimulatedFaults faults) {
    return switch (faults) {
      case OFF -> handler;
      case ON ->
          (payload, delivery) ->
              FaultInjection.real()
                  .around(
                      attempt ->
                          handler.handle(payload, new KafkaDelivery(delivery.record(), attempt)),
                      "The header " + SimulatingHandler.ATTRIBUTE,
                      delivery.record().headers(SimulatingHandler.ATTRIBUTE).stream()
                          .findFirst()
                          .map(it -> new String(it, StandardCharsets.UTF_8)),
                      delivery.attempt());
    };
  }
}
