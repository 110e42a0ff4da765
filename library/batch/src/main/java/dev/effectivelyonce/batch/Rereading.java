package dev.effectivelyonce.batch;

import dev.effectivelyonce.core.engine.DeliveryEngine;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import java.util.function.Function;

/**
 * Reads messages again that could not be read for now, for sources that do not count receives. Such
 * a message has no business key, so its attempts are counted across invocations in a record of its
 * own.
 *
 * @param <S> the type of the source's messages
 * @param reading reads a message
 * @param id returns a unique id of a message, which is the same at each delivery
 * @param attempts claims these records; an attempt of a process that died must not end them
 */
public record Rereading<S extends SourceMessage>(
    Function<S, BatchMessage<S>> reading, Function<S, String> id, DeliveryEngine attempts) {
  private static final String UNREAD = "effectively-once:unread";

  /**
   * Returns the key of the record that counts the attempts of a message.
   *
   * @param id the id of the message
   */
  public static BusinessKey key(String id) {
    return BusinessKey.of(UNREAD, id);
  }

  /** Returns the key of the record that counts the attempts of a message. */
  BusinessKey key(S message) {
    return key(id.apply(message));
  }

  /** Reads what could not be read once more; what was read is returned as it is. */
  BatchMessage<S> again(BatchMessage<S> received) {
    return received instanceof BatchMessage.Deferred<S> deferred
        ? reading.apply(deferred.source())
        : received;
  }

  /** Counts an attempt that could not read its message. */
  Outcome counted(Request request, String problem) {
    return attempts.execute(request, attempt -> HandlerResult.retry(problem));
  }
}
