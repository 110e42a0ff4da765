package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.InvalidKeyException;
import java.util.Optional;

/**
 * A message after it was read.
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
   * Reading the message failed, but may succeed the next time, so it waits. A codec, a key or a
   * fingerprint function may fail for other reasons than the message. Only {@link
   * UnreadableMessageException} and {@link InvalidKeyException} say that the message is at fault.
   *
   * @param problem shows nothing of its content
   * @param cause what was thrown
   * @param payload where it was read, and only its key or fingerprint was not made
   */
  record Deferred<M>(SqsMessage message, String problem, Throwable cause, Optional<M> payload)
      implements ReadMessage<M> {}

  /**
   * The message can't be handled now or later.
   *
   * @param problem shows nothing of its content
   * @param payload where it can be read, and only its key or fingerprint can't be made
   */
  record Unusable<M>(SqsMessage message, String problem, Optional<M> payload)
      implements ReadMessage<M> {
    /** Makes a message whose payload can't be read either. */
    public Unusable(SqsMessage message, String problem) {
      this(message, problem, Optional.empty());
    }
  }
}
