package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.EffectivelyOnceException;

/**
 * Thrown if a message can never be converted into the type that the consumer handles, so that it
 * goes to the dead-letter queue. The text names the fault but never contains the message's content.
 */
public final class UnreadableMessageException extends EffectivelyOnceException {
  /**
   * @param problem what is wrong with the message, without a full stop
   * @param remedy what to do about it, without a full stop
   */
  public UnreadableMessageException(String problem, String remedy) {
    super(problem, remedy, null);
  }
}
