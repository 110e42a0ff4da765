package dev.effectivelyonce.core.key;

import dev.effectivelyonce.core.EffectivelyOnceException;

/**
 * Thrown if a message has no usable business key. Such a message can't be handled once, so it is
 * never handled. The text names the fault but never the key, which may be personal data.
 */
public final class InvalidKeyException extends EffectivelyOnceException {
  /**
   * @param problem what is wrong with the key, without a full stop
   * @param remedy what to do about it, without a full stop
   */
  public InvalidKeyException(String problem, String remedy) {
    super(problem, remedy, null);
  }
}
