package dev.effectivelyonce.benchmarks.coldstart.powertools;

import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import com.fasterxml.jackson.core.JsonProcessingException;
import software.amazon.lambda.powertools.idempotency.Idempotent;
import software.amazon.lambda.powertools.sqs.SqsMessageHandler;
import software.amazon.lambda.powertools.utilities.JsonConfig;

/** Writes the order of one message, once. */
record OrderProcessor(OrderTable orders) implements SqsMessageHandler<String> {

  @Override
  @Idempotent
  public String process(SQSMessage message) {
    Order order = parse(message.getBody());
    orders.write(order);
    return order.orderId();
  }

  private static Order parse(String body) {
    try {
      return JsonConfig.get().getObjectMapper().readValue(body, Order.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("The body is not an order", e);
    }
  }
}
