package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.EffectivelyOnceException;

/**
 * Says that a message can't be turned into what the consumer handles. It never will be, so it goes
 * to the dead-letter queue. The text names the fault and never shows the message's content.
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
