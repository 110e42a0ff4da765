package dev.effectivelyonce.worker.sample;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.worker.SqsWorker;
import java.net.InetSocketAddress;
import java.time.Duration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The program of docs/worker.md. */
public final class OrdersWorker {
  private record Order(String orderId) {}

  private OrdersWorker() {}

  public static void main(String... arguments) throws InterruptedException {
    SqsConsumer<Order> consumer =
        SqsConsumer.of(MessageIdentity.of("orders", Order.class, MessageKey.of(Order::orderId)))
            .store(new DynamoDbStore(DynamoDbClient.create(), System.getenv("RECORDS_TABLE")))
            .retention(Duration.ofDays(19))
            .maxReceiveCount(5)
            .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
            .heartbeat(Duration.ofMinutes(1))
            .handler((order, delivery) -> shipped(order))
            .build();
    SqsWorker.of(consumer)
        .queue(System.getenv("QUEUE_URL"))
        .health(new InetSocketAddress(8080))
        .build()
        .run();
  }

  private static HandlerResult shipped(Order order) {
    return HandlerResult.completed(order.orderId());
  }
}
