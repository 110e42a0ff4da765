package dev.effectivelyonce.sqs;

import dev.effectivelyonce.batch.BatchMessage;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.key.PayloadCheck;
import dev.effectivelyonce.sqs.ReadMessage.Deferred;
import dev.effectivelyonce.sqs.ReadMessage.Unusable;
import dev.effectivelyonce.sqs.ReadMessage.Usable;
import java.util.Optional;

/**
 * The consumer's handler, for each message that was read.
 *
 * @param <M> the type of the messages
 */
record KeyedHandler<M>(MessageHandler<M> handler) {
  /** Returns the message with its handler. */
  BatchMessage<SqsMessage> of(ReadMessage<M> read) {
    SqsMessage message = read.message();
    return switch (read) {
      case Usable<M> usable ->
          new BatchMessage.Keyed<>(
              message,
              usable.key(),
              usable.fingerprint(),
              check(usable),
              handling(message, usable.payload()));
      case Deferred<M> deferred ->
          new BatchMessage.Deferred<>(
              message,
              deferred.problem(),
              deferred.cause(),
              deferred.payload().map(it -> handling(message, it)));
      case Unusable<M> unusable ->
          new BatchMessage.Unusable<>(
              message, unusable.problem(), unusable.payload().map(it -> handling(message, it)));
    };
  }

  private Handler handling(SqsMessage message, M payload) {
    return attempt -> handler.handle(payload, new Delivery(message, attempt));
  }

  /** A fingerprint says more: what differs beside it is no matter. */
  private static Optional<PayloadCheck> check(Usable<?> usable) {
    return usable.fingerprint().isPresent()
        ? Optional.empty()
        : usable.message().body().map(body -> PayloadCheck.of(usable.key(), body));
  }
}
