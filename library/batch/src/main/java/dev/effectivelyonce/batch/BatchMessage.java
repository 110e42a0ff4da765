package dev.effectivelyonce.batch;

import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.PayloadCheck;
import java.util.Optional;

/**
 * A message of a batch after it was read, with its handler.
 *
 * @param <S> the message as its source delivered it
 */
public sealed interface BatchMessage<S extends SourceMessage> {
  /** Returns the message itself. */
  S source();

  /**
   * The message has a key.
   *
   * @param payload what a message of the same key is compared with, where it has no fingerprint
   */
  record Keyed<S extends SourceMessage>(
      S source,
      BusinessKey key,
      Optional<Fingerprint> fingerprint,
      Optional<PayloadCheck> payload,
      Handler handler)
      implements BatchMessage<S> {}

  /**
   * Reading the message failed, but may succeed the next time, so it waits.
   *
   * @param problem shows nothing of its content
   * @param cause what was thrown
   * @param handler where the payload was read, and only its key or fingerprint was not made
   */
  record Deferred<S extends SourceMessage>(
      S source, String problem, Throwable cause, Optional<Handler> handler)
      implements BatchMessage<S> {}

  /**
   * The message can't be handled now or later.
   *
   * @param problem shows nothing of its content
   * @param handler where the payload can be read, and only its key or fingerprint can't be made
   */
  record Unusable<S extends SourceMessage>(S source, String problem, Optional<Handler> handler)
      implements BatchMessage<S> {}
}
