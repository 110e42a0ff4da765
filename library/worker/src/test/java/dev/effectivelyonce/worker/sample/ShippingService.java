package dev.effectivelyonce.worker.sample;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.worker.SqsWorker;

/** The program of docs/worker.md that the construct deploys. */
public final class ShippingService {
  private record Order(String orderId) {}

  private ShippingService() {}

  public static void main(String... arguments) throws InterruptedException {
    SqsConsumer<Order> consumer =
        SqsConsumer.of(MessageIdentity.of("shipping", Order.class, MessageKey.of(Order::orderId)))
            .fromEnvironment(System.getenv())
            .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
            .handler((order, delivery) -> shipped(order))
            .build();
    SqsWorker.of(consumer).fromEnvironment(System.getenv()).build().run();
  }

  private static HandlerResult shipped(Order order) {
    return HandlerResult.completed(order.orderId());
  }
}
