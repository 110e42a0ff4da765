package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.handler.HandlerResult;

/**
 * The code that handles a message.
 *
 * @param <M> the type of the message
 */
@FunctionalInterface
public interface MessageHandler<M> {
  /**
   * Handles one message while its claim is held. Messages of a standard queue are handled
   * concurrently.
   *
   * @throws Exception if the outcome is not known: the handler runs again under {@code RERUN}, and
   *     the record is held under {@code HOLD}
   */
  HandlerResult handle(M message, Delivery delivery) throws Exception;
}
