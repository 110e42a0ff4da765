package dev.effectivelyonce.worker;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.rabbitmq.RabbitMqConsumer;
import dev.effectivelyonce.rabbitmq.RabbitMqIdentity;
import dev.effectivelyonce.rabbitmq.RabbitMqKey;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.RecordingParking;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** A process with a worker whose handler never ends, and whose stop would wait for an hour. */
final class HangingProcess {
  static final String RUNS = "The handler runs";

  private HangingProcess() {}

  /** Says when the handler runs. */
  public static void main(String... arguments) throws InterruptedException {
    RabbitMqConsumer<Order> consumer =
        RabbitMqConsumer.of(
                RabbitMqIdentity.of(
                    "orders", Order.class, RabbitMqKey.of("orderId", Order::orderId)))
            .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
            .store(new InMemoryStore())
            .retention(Duration.ofDays(19))
            .heartbeat(Duration.ofMinutes(1))
            .parking(new RecordingParking())
            .handler(
                (order, delivery) -> {
                  System.out.println(RUNS);
                  new CountDownLatch(1).await();
                  throw new AssertionError("Unreachable");
                })
            .build();
    FakeBroker broker = new FakeBroker();
    broker.send("O-1");
    new RabbitWorker(
            consumer,
            new RabbitWorker.Source(broker, "one:5672", "orders", "/", 1),
            Duration.ofHours(1),
            Optional.empty(),
            Platform.system())
        .run();
  }
}
