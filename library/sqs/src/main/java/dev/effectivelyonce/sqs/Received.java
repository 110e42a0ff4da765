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
public sealed interface Received<M> {
  /** The message itself. */
  Message message();

  /** It has a payload and a key. */
  record Usable<M>(Message message, M payload, BusinessKey key, Optional<Fingerprint> fingerprint)
      implements Received<M> {}

  /**
   * Reading it failed, and may succeed the next time: it waits. The failure of a codec, a key or a
   * fingerprint function is none of the message's unless it says so by its type, {@link
   * UnreadableMessageException} or {@link InvalidKeyException}.
   *
   * @param problem shows nothing of its content
   * @param cause what was thrown
   * @param payload where it was read, and only its key or fingerprint was not made
   */
  record Deferred<M>(Message message, String problem, Throwable cause, Optional<M> payload)
      implements Received<M> {}

  /**
   * It can't be handled now or later.
   *
   * @param problem shows nothing of its content
   * @param payload where it can be read, and only its key or fingerprint can't be made
   */
  record Unusable<M>(Message message, String problem, Optional<M> payload) implements Received<M> {
    /** A message that can't be read. */
    public Unusable(Message message, String problem) {
      this(message, problem, Optional.empty());
    }
  }
}
