package dev.effectivelyonce.tests.sqs;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.sqs.Delivery;
import dev.effectivelyonce.sqs.Envelope;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.S3ObjectEvent;
import dev.effectivelyonce.sqs.S3Payloads;
import java.util.Map;
import java.util.function.Consumer;

/** The samples of docs/envelopes.md. */
record EnvelopeSamples(Consumer<String> index) {
  static MessageIdentity<Order> published() {
    return MessageIdentity.of("orders", Order.class, MessageKey.of(Order::orderId))
        .envelope(Envelope.sns());
  }

  static MessageIdentity<Order> packed() {
    return MessageIdentity.of("orders", Order.class, MessageKey.of(Order::orderId))
        .envelope(Envelope.sns().then(Envelope.gzipInBase64()));
  }

  static MessageIdentity<S3ObjectEvent> uploads() {
    return MessageIdentity.of("uploads", S3ObjectEvent.class, S3ObjectEvent.messageKey())
        .envelope(Envelope.s3Notification());
  }

  HandlerResult uploaded(S3ObjectEvent event, Delivery delivery) {
    index.accept(event.s3().bucket().name() + "/" + event.s3().object().key());
    return HandlerResult.completed();
  }

  static MessageIdentity<Order> large(Map<String, String> environment) {
    return MessageIdentity.of("orders", Order.class, MessageKey.of(Order::orderId))
        .envelope(Envelope.payloadInS3(S3Payloads.from(environment)));
  }
}
