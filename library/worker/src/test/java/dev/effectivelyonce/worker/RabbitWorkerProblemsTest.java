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
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a worker of RabbitMQ refuses before it connects to anything. */
class RabbitWorkerProblemsTest {
  private static final Duration LEASE = Duration.ofMinutes(1);

  /**
   * A worker that is not built.
   *
   * @param change makes it of one that is
   */
  record Problem(
      String name, UnaryOperator<RabbitWorkerBuilder> change, String says, String remedy) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Problem> problems() {
    return List.of(
        new Problem(
            "no connection",
            worker -> RabbitWorker.of(consumer().heartbeat(LEASE).build()).queue("orders"),
            "has no connection to a broker",
            "Set connection(factory)"),
        new Problem(
            "no queue",
            worker -> RabbitWorker.of(consumer().heartbeat(LEASE).build()).connection(factory()),
            "has no queue",
            "Set queue(\"orders\")"),
        new Problem(
            "a blank queue", worker -> worker.queue(" "), "has no queue", "Set queue(\"orders\")"),
        new Problem("no prefetch", worker -> worker.prefetch(0), "prefetch is 0", "Set 1 to 65535"),
        new Problem(
            "too large a prefetch",
            worker -> worker.prefetch(65_536),
            "prefetch is 65536",
            "Set 1 to 65535"),
        new Problem(
            "a grace below nothing",
            worker -> worker.grace(Duration.ofSeconds(-1)),
            "grace is PT-1S",
            "Set PT0S to PT12H"),
        new Problem(
            "too long a grace",
            worker -> worker.grace(Duration.ofHours(13)),
            "grace is PT13H",
            "Set PT0S to PT12H"),
        new Problem(
            "another queue",
            worker -> worker.queue("invoices"),
            "does not read the queue invoices::/",
            "Add queues(\"invoices::/\")"),
        new Problem(
            "another virtual host",
            worker -> {
              ConnectionFactory factory = factory();
              factory.setVirtualHost("shop");
              return worker.connection(factory);
            },
            "does not read the queue orders::shop",
            "Add queues(\"orders::shop\")"),
        new Problem(
            "an order that would be lost",
            worker -> worker(consumer().heartbeat(LEASE).lanes(QueueLanes.QUEUE)),
            "keeps the order of its queue, but prefetch is 50",
            "Set prefetch(1)"),
        new Problem(
            "no heartbeat",
            worker -> worker(consumer()),
            "has no heartbeat",
            "heartbeat(Duration.ofMinutes(1))"));
  }

  @ParameterizedTest
  @MethodSource("problems")
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
