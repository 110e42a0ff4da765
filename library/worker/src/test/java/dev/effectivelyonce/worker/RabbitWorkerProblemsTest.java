package dev.effectivelyonce.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.ConnectionFactory;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.rabbitmq.QueueLanes;
import dev.effectivelyonce.rabbitmq.RabbitMqConsumer;
import dev.effectivelyonce.rabbitmq.RabbitMqConsumerBuilder;
import dev.effectivelyonce.rabbitmq.RabbitMqIdentity;
import dev.effectivelyonce.rabbitmq.RabbitMqKey;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.RecordingParking;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a worker of RabbitMQ refuses before it connects to anything. */
class RabbitWorkerProblemsTest {
  private static final Duration LEASE = Duration.ofMinutes(1);

  private enum Problem {
    NO_CONNECTION(
        worker -> RabbitWorker.of(consumer().heartbeat(LEASE).build()).queue("orders"),
        "has no connection to a broker",
        "Set connection(factory)"),
    NO_QUEUE(
        worker -> RabbitWorker.of(consumer().heartbeat(LEASE).build()).connection(factory()),
        "has no queue",
        "Set queue(\"orders\")"),
    A_BLANK_QUEUE(worker -> worker.queue(" "), "has no queue", "Set queue(\"orders\")"),
    NO_PREFETCH(worker -> worker.prefetch(0), "prefetch is 0", "Set 1 to 65535"),
    TOO_LARGE_A_PREFETCH(worker -> worker.prefetch(65_536), "prefetch is 65536", "Set 1 to 65535"),
    A_GRACE_BELOW_NOTHING(
        worker -> worker.grace(Duration.ofSeconds(-1)), "grace is PT-1S", "Set PT0S to PT12H"),
    TOO_LONG_A_GRACE(
        worker -> worker.grace(Duration.ofHours(13)), "grace is PT13H", "Set PT0S to PT12H"),
    ANOTHER_QUEUE(
        worker -> worker.queue("invoices"),
        "does not read the queue invoices::/",
        "Add queues(\"invoices::/\")"),
    ANOTHER_VIRTUAL_HOST(
        worker -> {
          ConnectionFactory factory = factory();
          factory.setVirtualHost("shop");
          return worker.connection(factory);
        },
        "does not read the queue orders::shop",
        "Add queues(\"orders::shop\")"),
    AN_ORDER_THAT_WOULD_BE_LOST(
        worker -> worker(consumer().heartbeat(LEASE).lanes(QueueLanes.QUEUE)),
        "keeps the order of its queue, but prefetch is 50",
        "Set prefetch(1)"),
    NO_HEARTBEAT(
        worker -> worker(consumer()), "has no heartbeat", "heartbeat(Duration.ofMinutes(1))");

    private final UnaryOperator<RabbitWorkerBuilder> change;
    private final String says;
    private final String remedy;

    Problem(UnaryOperator<RabbitWorkerBuilder> change, String says, String remedy) {
      this.change = change;
      this.says = says;
      this.remedy = remedy;
    }
  }

  @ParameterizedTest
  @EnumSource
  void aWrongSettingIsRefusedWithItsRemedy(Problem problem) {
    RabbitWorkerBuilder worker = problem.change.apply(worker(consumer().heartbeat(LEASE)));

    assertThatThrownBy(worker::build)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(problem.says)
        .hasMessageContaining(problem.remedy);
  }

  @Test
  void aParkingWithoutAQueueIsRefused() {
    assertThatThrownBy(() -> RabbitParking.of(factory(), ""))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("has no queue")
        .hasMessageContaining("orders.parked");
  }

  @Test
  void whatIsNotWrongIsBuilt() {
    assertThat(worker(consumer().heartbeat(LEASE)).build()).isNotNull();
    assertThat(worker(consumer().mode(ConsumerMode.OBSERVE)).build()).isNotNull();
    assertThat(worker(consumer().heartbeat(LEASE).lanes(QueueLanes.QUEUE)).prefetch(1).build())
        .isNotNull();
  }

  private static ConnectionFactory factory() {
    return new ConnectionFactory();
  }

  private static RabbitWorkerBuilder worker(RabbitMqConsumerBuilder<Order> consumer) {
    return RabbitWorker.of(consumer.build()).connection(factory()).queue("orders");
  }

  private static RabbitMqConsumerBuilder<Order> consumer() {
    return RabbitMqConsumer.of(
            RabbitMqIdentity.of("orders", Order.class, RabbitMqKey.of("orderId", Order::orderId))
                .queues("orders::/"))
        .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
        .store(new InMemoryStore())
        .retention(Duration.ofDays(19))
        .parking(new RecordingParking())
        .handler((order, delivery) -> HandlerResult.completed());
  }
}
