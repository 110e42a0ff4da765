package dev.effectivelyonce.worker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Address;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.MessageProperties;
import dev.effectivelyonce.batch.Origin;
import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.batch.Parking;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.rabbitmq.RabbitMqConsumer;
import dev.effectivelyonce.rabbitmq.RabbitMqIdentity;
import dev.effectivelyonce.rabbitmq.RabbitMqKey;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.RecordingParking;
import dev.effectivelyonce.worker.WorkerStatus.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Workers on a quorum queue of a broker. */
class RabbitWorkerIT {
  private static final int ORDERS = 200;
  private static LocalRabbit rabbit;

  private final InMemoryStore store = new InMemoryStore();
  private final RecordingParking recorded = new RecordingParking();
  private Parking parking = recorded;
  private final Queue<String> ran = new ConcurrentLinkedQueue<>();
  private final CountDownLatch waiting = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);
  private final Deque<RabbitWorker> workers = new ArrayDeque<>();
  private String queue = "";

  /** A condition that asks the broker. */
  @FunctionalInterface
  private interface Condition {
    boolean holds() throws Exception;
  }

  @BeforeAll
  static void startRabbit() {
    rabbit = new LocalRabbit();
  }

  @AfterAll
  static void endRabbit() {
    rabbit.close();
  }

  @BeforeEach
  void declareQueue(TestInfo test) throws Exception {
    queue = test.getTestMethod().orElseThrow().getName();
    try (Connection connection = rabbit.connections().newConnection();
        Channel channel = connection.createChannel()) {
      channel.queueDeclare(queue, true, false, false, Map.of("x-queue-type", "quorum"));
    }
  }

  @AfterEach
  void endWorkers() {
    end.countDown();
    workers.forEach(RabbitWorker::close);
  }

  @Test
  void eachOrderRunsOnceWhileWorkersComeAndGo() throws Exception {
    send(ORDERS);
    start();
    until(() -> ran.size() > ORDERS / 4);
    start();
    send(ORDERS);
    until(() -> ran.size() > ORDERS / 2);
    workers.remove().close();
    start();

    untilEmpty();

    assertThat(ran).hasSize(ORDERS).doesNotHaveDuplicates();
    assertThat(recorded.messages()).isEmpty();
  }

  @Test
  void aConnectionThatTheBrokerClosesIsOpenedAgain() throws Exception {
    RabbitWorker worker = start();
    send("wait", "O-0");
    waiting.await();
    until(() -> ran.contains("O-0"));

    rabbit.closeConnections();
    send(ORDERS);
    until(() -> ran.size() == ORDERS);
    assertThat(worker.status().isReady()).isTrue();
    end.countDown();
    untilEmpty();

    assertThat(ran).hasSize(ORDERS + 1).contains("wait").doesNotHaveDuplicates();
    assertThat(recorded.messages()).isEmpty();
  }

  @Test
  void aWorkerThatIsClosedWhileItRunsGivesTheMessageToAnother() throws Exception {
    RabbitWorker first =
        RabbitWorker.of(consumer())
            .connection(rabbit.connections())
            .queue(queue)
            .grace(Duration.ZERO)
            .build();
    first.start();
    send("wait", "O-1");
    waiting.await();
    until(() -> ran.contains("O-1"));
    first.close();
    assertThat(first.status().state()).isEqualTo(State.STOPPED);
    start();
    until(() -> workers.getFirst().status().messages() == 1);
    assertThat(ran).containsExactly("O-1");

    end.countDown();
    untilEmpty();

    assertThat(ran).containsExactly("O-1", "wait");
  }

  @Test
  void whatFailsForGoodIsParkedInAQueueAsItWas() throws Exception {
    String parked = queue + ".parked";
    try (RabbitParking place = RabbitParking.of(rabbit.connections(), parked);
        Connection connection = rabbit.connections().newConnection();
        Channel channel = connection.createChannel()) {
      parking = place;
      RabbitWorker worker = start();
      BasicProperties properties =
          MessageProperties.PERSISTENT_TEXT_PLAIN
              .builder()
              .messageId("M-1")
              .headers(
                  Map.of("tenant", "acme", "tries", 3, "nested", Map.of("list", List.of(true))))
              .build();
      channel.basicPublish("", queue, properties, "no JSON".getBytes(UTF_8));
      send("O-1");
      until(() -> ran.contains("O-1"));
      until(() -> worker.status().messages() == 1);
      assertThat(worker.status().messages()).as("no queue to park in").isOne();

      channel.queueDeclare(parked, true, false, false, Map.of("x-queue-type", "quorum"));
      until(() -> channel.messageCount(parked) > 0);
      GetResponse found = channel.basicGet(parked, true);
      assertThat(found.getBody()).asString(UTF_8).isEqualTo("no JSON");
      assertThat(found.getProps().getMessageId()).isEqualTo("M-1");
      assertThat(found.getProps().getContentType()).isEqualTo("text/plain");
      assertThat(found.getProps().getHeaders().toString())
          .contains("tenant=acme", "tries=3", "nested={list=[true]}")
          .contains(RabbitParking.CONSUMER + "=orders", RabbitParking.QUEUE + "=" + queue + "::/")
          .contains(RabbitParking.REASON + "=");
      untilEmpty();
      assertThat(channel.messageCount(parked)).isZero();
    }
  }

  @Test
  void aQueueDoesNotParkInItself() throws Exception {
    try (RabbitParking place = RabbitParking.of(rabbit.connections(), queue)) {
      ParkedMessage message =
          new ParkedMessage(
              new Origin("one:5672", queue + "::/", "", Optional.empty()),
              new ConsumerName("orders"),
              "{}",
              "never");
      assertThatThrownBy(() -> place.put(message, Instant.MAX))
          .hasMessageContaining("parked in its own queue");
    }
    assertThat(ready()).isZero();
  }

  private RabbitWorker start() {
    RabbitWorker worker =
        RabbitWorker.of(consumer())
            // The first one of the cluster is down.
            .connection(
                rabbit.connections(),
                new Address(rabbit.host(), LocalKafka.freePort()),
                new Address(rabbit.host()))
            .queue(queue)
            .prefetch(10)
            .build();
    workers.add(worker);
    worker.start();
    return worker;
  }

  private RabbitMqConsumer<Order> consumer() {
    return RabbitMqConsumer.of(
            RabbitMqIdentity.of("orders", Order.class, RabbitMqKey.of("orderId", Order::orderId))
                .queues(queue + "::/"))
        .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
        .store(store)
        .retention(Duration.ofDays(19))
        .heartbeat(Duration.ofSeconds(2))
        .backoff(new Backoff(Duration.ofMillis(20), Duration.ofMillis(20)))
        .parking(parking)
        .handler((order, delivery) -> run(order))
        .build();
  }

  private HandlerResult run(Order order) throws InterruptedException {
    if (order.orderId().equals("wait")) {
      waiting.countDown();
      end.await();
    }
    ran.add(order.orderId());
    return HandlerResult.completed();
  }

  private void send(int orders) throws Exception {
    String[] ids = new String[orders];
    for (int order = 0; order < orders; order++) {
      ids[order] = "O-" + order;
    }
    send(ids);
  }

  private void send(String... ids) throws Exception {
    try (Connection connection = rabbit.connections().newConnection();
        Channel channel = connection.createChannel()) {
      channel.confirmSelect();
      for (String id : ids) {
        byte[] body = "{\"orderId\":\"%s\"}".formatted(id).getBytes(UTF_8);
        channel.basicPublish("", queue, MessageProperties.PERSISTENT_BASIC, body);
      }
      channel.waitForConfirmsOrDie();
    }
  }

  /** Waits until nothing is in the queue or here, or on its way, which a worker's end shows. */
  private void untilEmpty() throws Exception {
    until(
        () -> {
          if (ready() > 0 || workers.stream().anyMatch(it -> it.status().messages() > 0)) {
            return false;
          }
          workers.forEach(RabbitWorker::close);
          workers.clear();
          if (ready() > 0) {
            start();
          }
          return workers.isEmpty();
        });
  }

  private long ready() throws Exception {
    try (Connection connection = rabbit.connections().newConnection();
        Channel channel = connection.createChannel()) {
      return channel.messageCount(queue);
    }
  }

  private static void until(Condition condition) throws Exception {
    long late = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (!condition.holds()) {
      assertThat(System.nanoTime()).isLessThan(late);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }
}
