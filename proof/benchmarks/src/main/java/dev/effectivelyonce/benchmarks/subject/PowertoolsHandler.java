package dev.effectivelyonce.benchmarks.subject;

import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import dev.effectivelyonce.sqs.JacksonJson;
import dev.effectivelyonce.sqs.JsonCodec;
import software.amazon.lambda.powertools.idempotency.IdempotencyKey;
import software.amazon.lambda.powertools.idempotency.Idempotent;
import software.amazon.lambda.powertools.sqs.SqsMessageHandler;

/** Message handlers as Powertools documents them. Bodies are read by this library's parser. */
abstract class PowertoolsHandler implements SqsMessageHandler<Receipt> {
  private final JsonCodec json = new JacksonJson();
  private final Effect effect;

  private PowertoolsHandler(Effect effect) {
    this.effect = effect;
  }

  final Order order(SQSMessage message) {
    return json.read(message.getBody(), Order.class);
  }

  final Effect effect() {
    return effect;
  }

  /** The body is parsed once, and the key is a parameter of its own. */
  static final class ByParameter extends PowertoolsHandler {
    ByParameter(Effect effect) {
      super(effect);
    }

    @Override
    public Receipt process(SQSMessage message) {
      Order order = order(message);
      return once(order.orderId(), order);
    }

    @Idempotent
    Receipt once(@IdempotencyKey String orderId, Order order) {
      return effect().apply(order);
    }
  }

  /** The example for batches: a JMESPath expression finds the key in the whole message. */
  static final class ByExpression extends PowertoolsHandler {
    static final String KEY = "powertools_json(body).orderId";

    ByExpression(Effect effect) {
      super(effect);
    }

    @Override
    @Idempotent
    public Receipt process(SQSMessage message) {
      return effect().apply(order(message));
    }
  }
}
