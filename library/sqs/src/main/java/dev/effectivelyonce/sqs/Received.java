package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.Fingerprint;
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
