package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.handler.HandlerResult;

/**
 * The code that has the effect.
 *
 * @param <M> the type of the message
 */
@FunctionalInterface
public interface MessageHandler<M> {
  /**
   * Handles one message while its claim is held. Messages of a standard queue are handled
   * concurrently.
   *
   * @throws Exception for an outcome that the handler does not know: run again under {@code RERUN},
   *     held under {@code HOLD}
   */
  HandlerResult handle(M message, Delivery delivery) throws Exception;
}
