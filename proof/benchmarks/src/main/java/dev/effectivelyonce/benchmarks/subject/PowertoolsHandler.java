package dev.effectivelyonce.benchmarks.subject;

import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import dev.effectivelyonce.sqs.JacksonJson;
import dev.effectivelyonce.sqs.JsonCodec;
import software.amazon.lambda.powertools.idempotency.IdempotencyKey;
import software.amazon.lambda.powertools.idempotency.Idempotent;
import software.amazon.lambda.powertools.sqs.SqsMessageHandler;

/**
 * A message handler as Powertools documents it: the body is parsed once, by this library's parser,
 * and the key is a parameter of its own.
 */
final class PowertoolsHandler implements SqsMessageHandler<Receipt> {
  private final JsonCodec json = new JacksonJson();
  private final Effect effect;

  PowertoolsHandler(Effect effect) {
    this.effect = effect;
  }

  Effect effect() {
    return effect;
  }

  @Override
  public Receipt process(SQSMessage message) {
    Order order = json.read(message.getBody(), Order.class);
    return once(order.orderId(), order);
  }

  @Idempotent
  Receipt once(@IdempotencyKey String orderId, Order order) {
    return effect.apply(order);
  }
}
