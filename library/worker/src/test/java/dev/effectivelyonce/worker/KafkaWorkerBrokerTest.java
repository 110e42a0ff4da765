package dev.effectivelyonce.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.kafka.KafkaConsumer;
import dev.effectivelyonce.kafka.KafkaIdentity;
import dev.effectivelyonce.kafka.KafkaKey;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.RecordingParking;
import dev.effectivelyonce.worker.WorkerStatus.State;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers in a group of a broker. */
@Tag("full")
class KafkaWorkerBrokerTest {
  private static final int PARTITIONS = 4;
  private static final int ORDERS = 200;
  private static LocalKafka kafka;
  private static Admin admin;

  private final InMemoryStore store = new InMemoryStore();
  private final RecordingParking parking = new RecordingParking();
  private final Queue<String> ran = new ConcurrentLinkedQueue<>();
  private final CountDownLatch waiting = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);
  private final Deque<KafkaWorker> workers = new ArrayDeque<>();

  @BeforeAll
  static void startKafka() {
    kafka = new LocalKafka();
    admin = kafka.admin();
  }

  @AfterAll
  static void endKafka() {
    admin.close();
    kafka.close();
  }

  @AfterEach
  void endWorkers() {
    end.countDown();
    workers.forEach(KafkaWorker::close);
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "consumer"})
  void eachOrderRunsOnceWhileWorkersComeAndGo(String protocol) throws Exception {
    String topic = "orders-" + protocol;
    kafka.createTopics(PARTITIONS, topic);
    send(topic, ORDERS);
    start(topic, protocol);
    until(() -> ran.size() > ORDERS / 4);
    start(topic, protocol);
    send(topic, ORDERS);
    until(() -> ran.size() > ORDERS / 2);
    workers.remove().close();
    start(topic, protocol);

    until(() -> committed(topic) == 2 * ORDERS);

    assertThat(ran).hasSize(ORDERS).doesNotHaveDuplicates();
    assertThat(parking.messages()).isEmpty();
  }

  @Test
  void aStopCommitsWhatRunsAndLetsAnotherReadTheRestAtOnce() throws Exception {
    kafka.createTopics(1, "stopped");
    sendOrders("stopped", "wait", "O-1");
    KafkaWorker first = start("stopped", "classic");
    waiting.await();
    assertThat(first.status().isReady()).isTrue();
    first.stop();
    end.countDown();
    first.close();

    assertThat(first.status().state()).isEqualTo(State.STOPPED);
    assertThat(committed("stopped")).isOne();
    assertThat(ran).containsExactly("wait");
    start("stopped", "classic");
    until(() -> committed("stopped") == 2);
    assertThat(ran).containsExactly("wait", "O-1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "consumer"})
  void aWorkerIsNotReadyOnceItsBrokerIsGone(String protocol) throws Exception {
    KafkaWorker worker;
    try (LocalKafka gone = new LocalKafka()) {
      gone.createTopics(1, "gone");
      worker = start(gone, "gone", protocol, Duration.ofSeconds(1));
      until(() -> worker.status().isReady());
    }

    until(() -> worker.status().queue() == WorkerStatus.Queue.AWAY);
    assertThat(worker.status().isLive()).isTrue();
  }

  private KafkaWorker start(String topic, String protocol) {
    return start(kafka, topic, protocol, Duration.ofSeconds(25));
  }

  private KafkaWorker start(LocalKafka broker, String topic, String protocol, Duration grace) {
    Map<String, Object> config = new HashMap<>();
    config.put("bootstrap.servers", broker.address());
    config.put("group.id", topic);
    config.put("group.protocol", protocol);
    config.put("max.poll.records", "10");
    if (protocol.equals("classic")) {
      // The broker says it to members of the newer protocol.
      config.put("session.timeout.ms", LocalKafka.SESSION);
    }
    KafkaWorker worker = KafkaWorker.of(consumer(topic)).config(config).grace(grace).build();
    workers.add(worker);
    worker.start();
    return worker;
  }

  private KafkaConsumer<Order> consumer(String topic) {
    return KafkaConsumer.of(
            KafkaIdentity.of("orders", Order.class, KafkaKey.of("orderId", Order::orderId))
                .topics(topic))
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

  private static void send(String topic, int orders) throws Exception {
    String[] ids = new String[orders];
    for (int order = 0; order < orders; order++) {
      ids[order] = "O-" + order;
    }
    sendOrders(topic, ids);
  }

  private static void sendOrders(String topic, String... ids) throws Exception {
    Map<String, Object> config = Map.of("bootstrap.servers", kafka.address());
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
      List<Future<RecordMetadata>> sent = new ArrayList<>();
      for (String id : ids) {
        byte[] value = "{\"orderId\":\"%s\"}".formatted(id).getBytes(StandardCharsets.UTF_8);
        sent.add(
            producer.send(new ProducerRecord<>(topic, id.getBytes(StandardCharsets.UTF_8), value)));
      }
      for (Future<RecordMetadata> each : sent) {
        each.get();
      }
    }
  }

  /** The records of a topic, in all of its partitions, that its group has done. */
  private static long committed(String topic) {
    return LocalKafka.get(admin.listConsumerGroupOffsets(topic).partitionsToOffsetAndMetadata())
        .values()
        .stream()
        .filter(Objects::nonNull)
        .mapToLong(OffsetAndMetadata::offset)
        .sum();
  }

  private static void until(BooleanSupplier holds) throws InterruptedException {
    long late = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (!holds.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(late);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }
}
