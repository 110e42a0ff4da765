package dev.effectivelyonce.rabbitmq;

import dev.effectivelyonce.core.handler.HandlerResult;

/**
 * The code that handles a message.
 *
 * @param <M> the type of the payload
 */
@FunctionalInterface
public interface RabbitMqHandler<M> {
  /**
   * Handles one message while its claim is held. Lanes are handled concurrently.
   *
   * @throws Exception if the outcome is not known: the handler runs again under {@code RERUN}, and
   *     the record is held under {@code HOLD}
   */
  HandlerResult handle(M payload, RabbitMqDelivery delivery) throws Exception;
}
