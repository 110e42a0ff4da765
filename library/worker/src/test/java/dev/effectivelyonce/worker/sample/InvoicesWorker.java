package dev.effectivelyonce.worker.sample;

import com.rabbitmq.client.ConnectionFactory;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.rabbitmq.RabbitMqConsumer;
import dev.effectivelyonce.rabbitmq.RabbitMqIdentity;
import dev.effectivelyonce.rabbitmq.RabbitMqKey;
import dev.effectivelyonce.worker.RabbitParking;
import dev.effectivelyonce.worker.RabbitWorker;
import java.net.InetSocketAddress;
import java.time.Duration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The program of docs/worker.md that receives messages of RabbitMQ. */
public final class InvoicesWorker {
  private record Invoice(String invoiceId) {}

  private InvoicesWorker() {}

  public static void main(String... arguments) throws InterruptedException {
    ConnectionFactory broker = new ConnectionFactory();
    broker.setHost(System.getenv("RABBITMQ_HOST"));
    broker.setUsername(System.getenv("RABBITMQ_USER"));
    broker.setPassword(System.getenv("RABBITMQ_PASSWORD"));
    RabbitMqConsumer<Invoice> consumer =
        RabbitMqConsumer.of(
                RabbitMqIdentity.of(
                    "invoices", Invoice.class, RabbitMqKey.of("invoiceId", Invoice::invoiceId)))
            .store(new DynamoDbStore(DynamoDbClient.create(), System.getenv("RECORDS_TABLE")))
            .retention(Duration.ofDays(22))
            .maxAttempts(10)
            .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
            .heartbeat(Duration.ofMinutes(1))
            .parking(RabbitParking.of(broker, "invoices.parked"))
            .handler((invoice, delivery) -> booked(invoice))
            .build();
    RabbitWorker.of(consumer)
        .connection(broker)
        .queue("invoices")
        .health(new InetSocketAddress(8080))
        .build()
        .run();
  }

  private static HandlerResult booked(Invoice invoice) {
    return HandlerResult.completed(invoice.invoiceId());
  }
}
