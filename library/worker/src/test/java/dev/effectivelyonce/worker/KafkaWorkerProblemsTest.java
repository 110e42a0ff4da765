package dev.effectivelyonce.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.kafka.KafkaConsumer;
import dev.effectivelyonce.kafka.KafkaConsumerBuilder;
import dev.effectivelyonce.kafka.KafkaIdentity;
import dev.effectivelyonce.kafka.KafkaKey;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.RecordingParking;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a worker of Kafka refuses before it polls anything. */
class KafkaWorkerProblemsTest {
  private static final KafkaIdentity<Order> IDENTITY =
      KafkaIdentity.of("orders", Order.class, KafkaKey.of("orderId", Order::orderId));
  private static final Map<String, Object> CONFIG =
      Map.of("bootstrap.servers", "127.0.0.1:9", "group.id", "orders");

  @ParameterizedTest
  @CsvSource({
    "enable.auto.commit, true, enable.auto.commit is true, the worker commits",
    "group.id, '', no group.id, Add group.id",
    "bootstrap.servers, '', bootstrap.servers, Change config",
    "max.poll.records, many, max.poll.records, Change config",
  })
  void aConfigurationThatDefeatsIt(String name, String value, String problem, String remedy) {
    assertRefused(worker(consumer(), with(name, value)), problem, remedy);
  }

  @ParameterizedTest
  @CsvSource({"key.deserializer", "value.deserializer"})
  void aDeserializerOfAnythingButBytes(String name) {
    assertRefused(
        worker(consumer(), with(name, StringDeserializer.class.getName())),
        name + " is not ByteArrayDeserializer",
        "Leave it out");
    assertThat(worker(consumer(), with(name, ByteArrayDeserializer.class.getName())).build())
        .isNotNull();
  }

  @Test
  void aWorkerWithoutAConfiguration() {
    assertRefused(KafkaWorker.of(consumer().build()), "bootstrap.servers", "Change config");
  }

  @Test
  void aConsumerWithoutAHeartbeat() {
    KafkaConsumerBuilder<Order> without = builder(IDENTITY.topics("orders"));
    assertRefused(worker(without, CONFIG), "no heartbeat", "heartbeat(Duration.ofMinutes(1))");
    assertThat(worker(without.mode(ConsumerMode.OBSERVE), CONFIG).build()).isNotNull();
  }

  @Test
  void aConsumerOfAnyTopic() {
    assertRefused(
        worker(builder(IDENTITY).heartbeat(Duration.ofMinutes(1)), CONFIG),
        "names no topics",
        "topics(\"orders\")");
  }

  @Test
  void aGraceOutOfRange() {
    assertRefused(
        worker(consumer(), CONFIG).grace(Duration.ofSeconds(-1)), "grace is PT-1S", "PT0S");
    assertRefused(
        worker(consumer(), CONFIG).grace(Duration.ofHours(13)), "grace is PT13H", "PT12H");
  }

  @Test
  void anAddressThatIsInUse() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        KafkaWorker worker =
            worker(consumer(), CONFIG)
                .health((InetSocketAddress) taken.getLocalSocketAddress())
                .build()) {
      assertThatThrownBy(worker::start)
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("can't be used");
    }
  }

  /** In a rebalance of the classic protocol the broker says nothing while it waits for others. */
  @ParameterizedTest
  @CsvSource({
    "classic, 3000, 45000, PT70S",
    "classic, 30000, 45000, PT90S",
    "CLASSIC, 1000, 6000, PT31S",
    "consumer, , , PT15S"
  })
  void brokersCountAsAwayAfterALongerSilenceThanTheirProtocolHas(
      String protocol, String beat, String session, Duration silence) {
    Map<String, Object> config = with("group.protocol", protocol);
    if (beat != null) {
      config.put("heartbeat.interval.ms", beat);
      config.put("session.timeout.ms", session);
    }

    assertThat(worker(consumer(), config).build().times().silence()).isEqualTo(silence);
  }

  private static void assertRefused(KafkaWorkerBuilder worker, String problem, String remedy) {
    assertThatThrownBy(worker::build)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(problem)
        .hasMessageContaining(remedy);
  }

  private static Map<String, Object> with(String name, String value) {
    Map<String, Object> changed = new HashMap<>(CONFIG);
    changed.put(name, value);
    return changed;
  }

  private static KafkaWorkerBuilder worker(
      KafkaConsumerBuilder<Order> consumer, Map<String, Object> config) {
    return KafkaWorker.of(consumer.build()).config(config);
  }

  private static KafkaConsumerBuilder<Order> consumer() {
    return builder(IDENTITY.topics("orders")).heartbeat(Duration.ofMinutes(1));
  }

  private static KafkaConsumerBuilder<Order> builder(KafkaIdentity<Order> identity) {
    return KafkaConsumer.of(identity)
        .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
        .store(new InMemoryStore())
        .retention(Duration.ofDays(19))
        .parking(new RecordingParking())
        .handler((order, delivery) -> HandlerResult.completed());
  }
}
