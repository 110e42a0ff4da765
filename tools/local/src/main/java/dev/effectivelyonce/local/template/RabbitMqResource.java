package dev.effectivelyonce.local.template;

import java.time.Duration;
import java.util.Optional;

/**
 * A queue of RabbitMQ on Amazon MQ that triggers a function.
 *
 * @param invokedFunctionArn the function's, with the alias that the mapping names
 * @param batchingWindow absent where the template leaves it to Lambda
 */
public record RabbitMqResource(
    String logicalId,
    String queue,
    String virtualHost,
    FunctionResource function,
    String invokedFunctionArn,
    String brokerArn,
    int batchSize,
    Optional<Duration> batchingWindow) {

  /** The same with another function. */
  RabbitMqResource with(FunctionResource other) {
    return new RabbitMqResource(
        logicalId,
        queue,
        virtualHost,
        other,
        invokedFunctionArn,
        brokerArn,
        batchSize,
        batchingWindow);
  }
}
