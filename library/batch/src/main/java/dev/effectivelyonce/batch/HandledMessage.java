package dev.effectivelyonce.batch;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.Fingerprint;
import java.util.Optional;

/**
 * A message with the instruction to its source.
 *
 * @param <S> the type of the source's messages
 * @param key its business key; empty if it has none or was not read
 * @param fingerprint the fingerprint that must agree with the record of the key
 */
public record HandledMessage<S extends SourceMessage>(
    S message,
    Disposition disposition,
    Optional<BusinessKey> key,
    Optional<Fingerprint> fingerprint) {
  /** Creates a handled message without a key. */
  public HandledMessage(S message, Disposition disposition) {
    this(message, disposition, Optional.empty(), Optional.empty());
  }

  static <S extends SourceMessage> HandledMessage<S> of(
      BatchMessage<S> received, Disposition disposition) {
    return received instanceof BatchMessage.Keyed<S> keyed
        ? new HandledMessage<>(
            received.source(), disposition, Optional.of(keyed.key()), keyed.fingerprint())
        : new HandledMessage<>(received.source(), disposition);
  }

  /** Returns whether the source has to keep the message. */
  public boolean isFailed() {
    return !(disposition instanceof Disposition.Acknowledge);
  }
}
