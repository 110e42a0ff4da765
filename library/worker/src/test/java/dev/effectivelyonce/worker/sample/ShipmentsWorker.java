package dev.effectivelyonce.worker.sample;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.kafka.KafkaConsumer;
import dev.effectivelyonce.kafka.KafkaIdentity;
import dev.effectivelyonce.kafka.KafkaKey;
import dev.effectivelyonce.sqs.SqsParking;
import dev.effectivelyonce.worker.KafkaWorker;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The program of docs/worker.md that polls Kafka. */
public final class ShipmentsWorker {
  private record Shipment(String shipmentId) {}

  private ShipmentsWorker() {}

  public static void main(String... arguments) throws InterruptedException {
    KafkaConsumer<Shipment> consumer =
        KafkaConsumer.of(
                KafkaIdentity.of(
                        "shipments",
                        Shipment.class,
                        KafkaKey.of("shipmentId", Shipment::shipmentId))
                    .topics("shipments"))
            .store(new DynamoDbStore(DynamoDbClient.create(), System.getenv("RECORDS_TABLE")))
            .retention(Duration.ofDays(22))
            .maxAttempts(10)
            .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
            .heartbeat(Duration.ofMinutes(1))
            .parking(SqsParking.from(System.getenv()))
            .handler((shipment, delivery) -> booked(shipment))
            .build();
    KafkaWorker.of(consumer)
        .config(
            Map.of("bootstrap.servers", System.getenv("KAFKA_SERVERS"), "group.id", "shipments"))
        .health(new InetSocketAddress(8080))
        .build()
        .run();
  }

  private static HandlerResult booked(Shipment shipment) {
    return HandlerResult.completed(shipment.shipmentId());
  }
}
