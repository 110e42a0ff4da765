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
  /** The message itself. */
  SqsMessage message();

  /** It has a payload and a key. */
  record Usable<M>(
      SqsMessage message, M payload, BusinessKey key, Optional<Fingerprint> fingerprint)
      implements ReadMessage<M> {}

  /**
   * Reading it failed, and may succeed the next time: it waits. The failure of a codec, a key or a
   * fingerprint function is none of the message's unless it says so by its type, {@link
   * UnreadableMessageException} or {@link InvalidKeyException}.
   *
   * @param problem shows nothing of its content
   * @param cause what was thrown
   * @param payload where it was read, and only its key or fingerprint was not made
   */
  record Deferred<M>(SqsMessage message, String problem, Throwable cause, Optional<M> payload)
      implements ReadMessage<M> {}

  /**
   * It can't be handled now or later.
   *
   * @param problem shows nothing of its content
   * @param payload where it can be read, and only its key or fingerprint can't be made
   */
  record Unusable<M>(SqsMessage message, String problem, Optional<M> payload)
      implements ReadMessage<M> {
    /** A message that can't be read. */
    public Unusable(SqsMessage message, String problem) {
      this(message, problem, Optional.empty());
    }
  }
}
