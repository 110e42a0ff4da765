package dev.effectivelyonce.tests.sqs;

import dev.effectivelyonce.sqs.MessageHandler;
import java.io.IOException;
import java.util.function.Supplier;

/** Handlers that throw. */
final class Throwing {
  private Throwing() {}

  static MessageHandler<Order> checked() {
    return (order, delivery) -> {
      throw new IOException("gateway answered nothing about " + order.orderId());
    };
  }

  static MessageHandler<Order> error(Supplier<Error> error) {
    return (order, delivery) -> {
      throw error.get();
    };
  }
}
