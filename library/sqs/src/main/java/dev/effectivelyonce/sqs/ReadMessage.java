package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.InvalidKeyException;
import java.util.Optional;

/**
 * The result of reading a message.
 *
 * @param <M> the type of the payload
 */
public sealed interface ReadMessage<M> {
  /** Returns the message itself. */
  SqsMessage message();

  /** The message has a payload and a key. */
  record Usable<M>(
      SqsMessage message, M payload, BusinessKey key, Optional<Fingerprint> fingerprint)
      implements ReadMessage<M> {}

  /**
   * Reading the message failed, but may succeed the next time, so it waits. A codec, key function
   * or fingerprint function may fail for reasons other than the message. Only {@link
   * UnreadableMessageException} and {@link InvalidKeyException} mean that the message is at fault.
   *
   * @param problem a description that contains nothing of the message
   * @param cause the exception that was thrown
   * @param payload the payload, if it was read and only its key or fingerprint failed
   */
  record Deferred<M>(SqsMessage message, String problem, Throwable cause, Optional<M> payload)
      implements ReadMessage<M> {}

  /**
   * The message can't be handled now or later.
   *
   * @param problem a description that contains nothing of the message
   * @param payload the payload, if it was read and only its key or fingerprint failed
   */
  record Unusable<M>(SqsMessage message, String problem, Optional<M> payload)
      implements ReadMessage<M> {
    /** Creates a result without a payload. */
    public Unusable(SqsMessage message, String problem) {
      this(message, problem, Optional.empty());
    }
  }
}
