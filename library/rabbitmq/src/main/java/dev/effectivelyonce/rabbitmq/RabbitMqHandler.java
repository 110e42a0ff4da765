package dev.effectivelyonce.rabbitmq;

import dev.effectivelyonce.core.handler.HandlerResult;

/**
 * The code that has the effect of a message.
 *
 * @param <M> the type of the payload
 */
@FunctionalInterface
public interface RabbitMqHandler<M> {
  /**
   * Handles one message while its claim is held. Lanes are handled concurrently.
   *
   * @throws Exception for an outcome that the handler does not know: run again under {@code RERUN},
   *     held under {@code HOLD}
   */
  HandlerResult handle(M payload, RabbitMqDelivery delivery) throws Exception;
}
