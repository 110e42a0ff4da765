package dev.effectivelyonce.local.eventsource.kafka;

import static dev.effectivelyonce.local.eventsource.kafka.KafkaCluster.failures;
import static dev.effectivelyonce.local.eventsource.kafka.KafkaCluster.mapping;
import static dev.effectivelyonce.local.fixture.FunctionStandIn.FAILED;
import static dev.effectivelyonce.local.fixture.FunctionStandIn.HANDLED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.fixture.FunctionStandIn;
import dev.effectivelyonce.local.template.FailureHandling;
import dev.effectivelyonce.local.template.KafkaMapping;
import dev.effectivelyonce.local.template.OnFailure;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.services.sqs.model.Message;

/** What becomes of records that are given up. KAFKA.md names the source of each rule. */
@ExtendWith(OnKafka.class)
@ResourceLock(OnKafka.CLUSTER)
class KafkaDestinationTest {
  private static final Instant NOW = Instant.parse("2026-01-01T10:00:00Z");
  private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
  private static final FailureHandling DEFAULTS = FailureHandling.defaults();

  private final KafkaCluster kafka;

  KafkaDestinationTest(KafkaCluster kafka) {
    this.kafka = kafka;
  }

  private void send(String topic, Instant time, String key, String value) {
    kafka.send(KafkaCluster.record(topic, 0, time, key, value));
  }

  private String queue() {
    return kafka.sqs().createQueue(it -> it.queueName("q-" + UUID.randomUUID())).queueUrl();
  }

  private List<JsonNode> messages(String queueUrl, int count) {
    List<Message> found = new ArrayList<>();
    Await.until(
        count + " messages",
        () -> {
          found.addAll(kafka.sqs().receiveMessage(it -> it.queueUrl(queueUrl)).messages());
          return found.size() >= count;
        });
    return found.stream().map(message -> FunctionStandIn.json(message.body())).toList();
  }

  private static String condition(JsonNode failure) {
    return failure.at("/requestContext/condition").asText();
  }

  @Test
  void aQueueGetsTheEventsDescriptionWithoutItsRecords() {
    String topic = kafka.topic(1);
    String queue = queue();
    send(topic, NOW, "k1", "a");
    send(topic, NOW.plusSeconds(1), "k2", "b");
    send(topic, NOW.plusSeconds(2), "k3", "c");
    KafkaMapping mapping =
        mapping(topic)
            .batching(3, Duration.ofMinutes(5))
            .onFailures(DEFAULTS.reportingItems().retries(1).to(new OnFailure.Queue(queue)));

    kafka.start(mapping, FunctionStandIn.answering(values -> failures(topic + "-0", 1)), CLOCK, 1);

    JsonNode failure = messages(queue, 1).getFirst();
    int bytes = failure.at("/KafkaBatchInfo/payloadSize").asInt();
    assertThat(bytes).isPositive();
    assertThat(failure.toString())
        .isEqualTo(
            """
            {"requestContext":{"functionArn":"arn:function",\
            "condition":"RetryAttemptsExhausted","approximateInvokeCount":2},\
            "responseContext":{"statusCode":200,"executedVersion":"$LATEST"},\
            "version":"1.0","timestamp":"2026-01-01T10:00:00Z",\
            "KafkaBatchInfo":{"batchSize":2,"bootstrapServers":"%1$s","payloadSize":%2$s,\
            "recordsInfo":{"%3$s-0":{"firstRecordOffset":"1","lastRecordOffset":"2",\
            "firstRecordTimestamp":"2026-01-01T10:00:01Z",\
            "lastRecordTimestamp":"2026-01-01T10:00:02Z"}}}}\
            """
                .formatted(kafka.servers(), bytes, topic));
    kafka.awaitCommitted(mapping, 0, 3);
  }

  @Test
  void aTopicGetsEachRecordWithItsKey() {
    String topic = kafka.topic(1);
    String failed = kafka.topic(1);
    send(topic, NOW, "k1", "a");
    send(topic, NOW, "k2", "b");
    KafkaMapping mapping =
        mapping(topic)
            .batching(2, Duration.ofMinutes(5))
            .onFailures(DEFAULTS.retries(0).to(new OnFailure.Topic(failed)));

    kafka.start(mapping, FunctionStandIn.answering(values -> FAILED), CLOCK, 1);

    var records = kafka.read(failed, 2);
    assertThat(records).extracting(it -> it.getKey()).containsExactly("k1", "k2");
    JsonNode second = FunctionStandIn.json(records.get(1).getValue());
    assertThat(second.at("/responseContext/functionError").asText()).isEqualTo("Unhandled");
    assertThat(second.at("/KafkaBatchInfo/batchSize").asInt()).isEqualTo(1);
    assertThat(second.at("/KafkaBatchInfo/recordInfo").toString())
        .isEqualTo("{\"offset\":\"1\",\"timestamp\":\"2026-01-01T10:00:00Z\"}");
    assertThat(second.at("/payload/records/" + topic + "-0/0/value").asText()).isEqualTo("Yg==");
    kafka.awaitCommitted(mapping, 0, 2);
  }

  @Test
  void withADestinationTenRetriesStandForEndlessOnes() {
    String topic = kafka.topic(1);
    String queue = queue();
    send(topic, NOW, "k", "poison");
    FunctionStandIn function = FunctionStandIn.answering(values -> FAILED);

    kafka.start(mapping(topic).onFailures(DEFAULTS.to(new OnFailure.Queue(queue))), function);

    assertThat(condition(messages(queue, 1).getFirst())).isEqualTo("RetryAttemptsExhausted");
    assertThat(function.events()).hasSize(11);
  }

  @Test
  void aRecordThatIsTooOldIsNotSent() {
    String topic = kafka.topic(1);
    String queue = queue();
    send(topic, NOW.minusSeconds(61), "k", "old");
    send(topic, NOW.minusSeconds(60), "k", "young");
    FunctionStandIn function = FunctionStandIn.handling();
    KafkaMapping mapping =
        mapping(topic)
            .batching(2, Duration.ofMinutes(5))
            .onFailures(DEFAULTS.maximumAge(Duration.ofMinutes(1)).to(new OnFailure.Queue(queue)));

    kafka.start(mapping, function, CLOCK, 1);

    JsonNode failure = messages(queue, 1).getFirst();
    assertThat(failure.at("/KafkaBatchInfo/recordsInfo/" + topic + "-0/lastRecordOffset").asText())
        .isEqualTo("0");
    assertThat(failure.path("responseContext").isNull()).isTrue();
    kafka.awaitCommitted(mapping, 0, 2);
    assertThat(function.values()).containsExactly("young");
  }

  @Test
  void aRecordThatIsTooLargeForAnEventIsNotSent() {
    String topic = kafka.topic(1);
    String queue = queue();
    send(topic, NOW, "k", "x".repeat(5_000_000));
    send(topic, NOW, "k", "small");
    FunctionStandIn function = FunctionStandIn.handling();
    KafkaMapping mapping = mapping(topic).onFailures(DEFAULTS.to(new OnFailure.Queue(queue)));

    kafka.start(mapping, function);

    JsonNode failure = messages(queue, 1).getFirst();
    assertThat(condition(failure)).isEqualTo("MaximumPayloadSizeExceeded");
    assertThat(failure.path("responseContext").isNull()).isTrue();
    kafka.awaitCommitted(mapping, 0, 2);
    assertThat(function.values()).containsExactly("small");
  }

  @Test
  void whatItsDestinationDoesNotTakeIsNotCommitted() {
    String topic = kafka.topic(1);
    String queue = queue();
    kafka.sqs().deleteQueue(it -> it.queueUrl(queue));
    send(topic, NOW, "k", "poison");
    send(topic, NOW, "k", "behind");
    FunctionStandIn function =
        FunctionStandIn.answering(values -> values.contains("poison") ? FAILED : HANDLED);
    KafkaMapping mapping =
        mapping(topic)
            .batching(1, Duration.ZERO)
            .onFailures(DEFAULTS.retries(0).to(new OnFailure.Queue(queue)));

    kafka.start(mapping, function);
    Await.until("the invocation", () -> !function.events().isEmpty());
    assertThat(kafka.committed(mapping, 0)).isZero();
    String name = queue.substring(queue.lastIndexOf('/') + 1);
    kafka.sqs().createQueue(it -> it.queueName(name));

    assertThat(messages(queue, 1)).hasSize(1);
    kafka.awaitCommitted(mapping, 0, 2);
    assertThat(function.values()).containsExactly("poison", "behind");
  }

  @Test
  void aTopicIsNotItsOwnDestination() {
    FailureHandling toItself = DEFAULTS.to(new OnFailure.Topic("t"));

    assertThatThrownBy(() -> mapping("t").onFailures(toItself))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("another topic");
  }
}
