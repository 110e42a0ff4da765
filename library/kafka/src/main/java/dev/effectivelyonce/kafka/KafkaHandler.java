package dev.effectivelyonce.kafka;

import dev.effectivelyonce.core.handler.HandlerResult;

/**
 * The code that has the effect of a record.
 *
 * @param <M> the type of the payload
 */
@FunctionalInterface
public interface KafkaHandler<M> {
  /**
   * Handles one record while its claim is held. Lanes are handled concurrently.
   *
   * @throws Exception for an outcome that the handler does not know: run again under {@code RERUN},
   *     held under {@code HOLD}
   */
  HandlerResult handle(M payload, KafkaDelivery delivery) throws Exception;
}
