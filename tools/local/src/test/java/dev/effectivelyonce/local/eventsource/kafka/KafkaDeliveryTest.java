package dev.effectivelyonce.local.eventsource.kafka;

import static dev.effectivelyonce.local.eventsource.kafka.KafkaCluster.mapping;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.fixture.FunctionStandIn;
import dev.effectivelyonce.local.template.FailureHandling;
import dev.effectivelyonce.local.template.KafkaMapping;
import dev.effectivelyonce.local.template.StartingPosition;
import dev.effectivelyonce.testkit.ManualClock;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/** What a function gets of a topic, and when. KAFKA.md names the source of each rule. */
@ExtendWith(OnKafka.class)
@ResourceLock(OnKafka.CLUSTER)
class KafkaDeliveryTest {
  private static final Clock STOPPED = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

  private final KafkaCluster kafka;

  KafkaDeliveryTest(KafkaCluster kafka) {
    this.kafka = kafka;
  }

  @Test
  void anEventHasTheShapeThatLambdaGivesIt() {
    String topic = kafka.topic(1);
    ProducerRecord<byte[], byte[]> record =
        KafkaCluster.record(topic, 0, Instant.ofEpochMilli(1545084650987L), "key", "é");
    record.headers().add("trace", new byte[] {104, -1}).add("trace", new byte[] {0});
    kafka.send(record);
    kafka.send(KafkaCluster.record(topic, 0, Instant.ofEpochMilli(1545084650988L), "key", null));
    KafkaMapping selfManaged = mapping(topic).batching(2, Duration.ofMinutes(5));
    FunctionStandIn function = FunctionStandIn.handling();

    kafka.start(selfManaged, function, STOPPED, 1);
    Await.until("an event", () -> function.events().size() == 1);

    assertThat(function.events().getFirst().toString())
        .isEqualTo(
            """
            {"eventSource":"SelfManagedKafka","bootstrapServers":"%1$s","records":{"%2$s-0":[\
            {"topic":"%2$s","partition":0,"offset":0,"timestamp":1545084650987,\
            "timestampType":"CREATE_TIME","key":"a2V5","value":"w6k=",\
            "headers":[{"trace":[104,-1]},{"trace":[0]}]},\
            {"topic":"%2$s","partition":0,"offset":1,"timestamp":1545084650988,\
            "timestampType":"CREATE_TIME","key":"a2V5","headers":[]}]}}\
            """
                .formatted(kafka.servers(), topic));
  }

  @Test
  void anEventOfAmazonMskNamesItsCluster() {
    String topic = kafka.topic(1);
    kafka.send(topic, 0, "a");
    FunctionStandIn function = FunctionStandIn.handling();

    kafka.start(mapping(topic).onMsk("arn:aws:kafka:cluster"), function);
    Await.until("an event", () -> function.events().size() == 1);

    assertThat(function.events().getFirst().path("eventSource").asText()).isEqualTo("aws:kafka");
    assertThat(function.events().getFirst().path("eventSourceArn").asText())
        .isEqualTo("arn:aws:kafka:cluster");
  }

  @Test
  void aFullEventGoesOutBeforeItsWindowIsOver() {
    String topic = kafka.topic(1);
    kafka.send(topic, 0, "a", "b", "c", "d", "e");
    FunctionStandIn function = FunctionStandIn.handling();
    KafkaMapping pairs = mapping(topic).batching(2, Duration.ofMinutes(5));

    kafka.start(pairs, function, STOPPED, 1);
    kafka.awaitCommitted(pairs, 0, 4);
    kafka.send(topic, 0, "f");
    kafka.awaitCommitted(pairs, 0, 6);

    assertThat(function.batches())
        .containsExactly(List.of("a", "b"), List.of("c", "d"), List.of("e", "f"));
  }

  @Test
  void aWindowThatIsOverSendsWhatThereIs() {
    String topic = kafka.topic(1);
    kafka.send(topic, 0, "a");
    ManualClock clock = new ManualClock();
    FunctionStandIn function = FunctionStandIn.handling();

    kafka.start(mapping(topic).batching(100, Duration.ofMinutes(5)), function, clock, 1);

    Await.until(
        "an event",
        () -> {
          clock.advance(Duration.ofMinutes(1));
          return function.events().size() == 1;
        });

    assertThat(function.batches()).containsExactly(List.of("a"));
  }

  @Test
  void anEventHasSixMegabytesAtMost() {
    String topic = kafka.topic(1);
    String large = "x".repeat(1_000_000);
    IntStream.range(0, 9).forEach(at -> kafka.send(topic, 0, large));
    FunctionStandIn function = FunctionStandIn.handling();
    KafkaMapping mapping = mapping(topic).batching(8, Duration.ofMinutes(5));

    kafka.start(mapping, function, STOPPED, 1);
    Await.until("two events", () -> function.events().size() == 2);

    assertThat(function.events())
        .allSatisfy(
            event ->
                assertThat(event.toString().getBytes(UTF_8).length)
                    .isBetween(5_000_000, 6 * 1024 * 1024));
    kafka.awaitCommitted(mapping, 0, 8);
  }

  @Test
  void latestLeavesOutWhatWasThere() {
    String topic = kafka.topic(1);
    kafka.send(topic, 0, "old");
    FunctionStandIn function = FunctionStandIn.handling();

    kafka.start(mapping(topic).from(new StartingPosition.Latest()), function);
    Await.until(
        "a record",
        () -> {
          kafka.send(topic, 0, "new");
          return !function.events().isEmpty();
        });

    assertThat(function.values()).containsOnly("new");
  }

  @Test
  void aTimestampIsWhereReadingBegins() {
    String topic = kafka.topic(2);
    Instant start = Instant.ofEpochMilli(1_790_000_000_000L);
    for (int second = 0; second < 3; second++) {
      kafka.send(KafkaCluster.record(topic, 0, start.plusSeconds(second), null, "a" + second));
    }
    kafka.send(KafkaCluster.record(topic, 1, start, null, "b0"));
    FunctionStandIn function = FunctionStandIn.handling();
    KafkaMapping mapping =
        mapping(topic).from(new StartingPosition.AtTimestamp(start.plusSeconds(1)));

    kafka.start(mapping, function);
    kafka.awaitCommitted(mapping, 0, 3);

    assertThat(function.values()).containsExactly("a1", "a2");
  }

  @Test
  void valuesOutOfTheirRangeAreRefused() {
    KafkaMapping mapping = mapping("topic");
    FailureHandling failures = FailureHandling.defaults();

    assertThatThrownBy(() -> mapping.batching(0, Duration.ZERO)).hasMessageContaining("not 0");
    assertThatThrownBy(() -> mapping.batching(10_001, Duration.ZERO)).hasMessageContaining("10001");
    assertThatThrownBy(() -> mapping.batching(1, Duration.ofSeconds(301)))
        .hasMessageContaining("PT5M1S");
    assertThatThrownBy(() -> failures.retries(10_001)).hasMessageContaining("10001");
    assertThatThrownBy(() -> failures.retries(-1)).hasMessageContaining("-1");
    assertThatThrownBy(() -> failures.maximumAge(Duration.ofSeconds(59)))
        .hasMessageContaining("PT59S");
    assertThatThrownBy(() -> failures.maximumAge(Duration.ofSeconds(604_801)))
        .hasMessageContaining("PT168H1S");
  }
}
