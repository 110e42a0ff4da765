package dev.effectivelyonce.batch;

import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.PayloadCheck;
import java.util.Optional;

/**
 * A message of a batch after it was read, with its handler.
 *
 * @param <S> the type of the source's messages
 */
public sealed interface BatchMessage<S extends SourceMessage> {
  /** Returns the message itself. */
  S source();

  /**
   * The message has a key.
   *
   * @param payload the check that is compared with that of other messages with the same key if
   *     there is no fingerprint
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
   * @param problem a description that contains nothing of the message
   * @param cause the exception that was thrown
   * @param handler the handler, if the payload was read and only its key or fingerprint failed
   */
  record Deferred<S extends SourceMessage>(
      S source, String problem, Throwable cause, Optional<Handler> handler)
      implements BatchMessage<S> {}

  /**
   * The message can't be handled now or later.
   *
   * @param problem a description that contains nothing of the message
   * @param handler the handler, if the payload was read and only its key or fingerprint failed
   */
  record Unusable<S extends SourceMessage>(S source, String problem, Optional<Handler> handler)
      implements BatchMessage<S> {}
}
