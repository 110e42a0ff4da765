package dev.effectivelyonce.kafka;

import dev.effectivelyonce.core.handler.HandlerResult;

/**
 * The code that handles a record.
 *
 * @param <M> the type of the payload
 */
@FunctionalInterface
public interface KafkaHandler<M> {
  /**
   * Handles one record while its claim is held. Lanes are handled concurrently.
   *
   * @throws Exception if the outcome is not known: the handler runs again under {@code RERUN}, and
   *     the idempotency record is held under {@code HOLD}
   */
  HandlerResult handle(M payload, KafkaDelivery delivery) throws Exception;
}
