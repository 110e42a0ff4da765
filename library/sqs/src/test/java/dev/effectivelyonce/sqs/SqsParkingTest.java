package dev.effectivelyonce.sqs;

import static dev.effectivelyonce.core.Refusals.assertMistake;
import static dev.effectivelyonce.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.batch.Origin;
import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.batch.Parking;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** Against ElasticMQ. */
class SqsParkingTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final Instant LATER = NOW.plusSeconds(60);
  private static final String STREAM = "arn:aws:kinesis:eu-central-1:123456789012:stream/clicks";
  private static final int LIMIT = 262_144;

  private static final SqsClient CLIENT = LocalSqs.client();

  @Test
  void whereAMessageCameFromIsInItsAttributes() {
    String queue = queue("parked", Map.of());

    parking(queue).put(parked("49", Optional.of("customer-7"), "{\"a\":1}"), LATER);

    assertThat(received(queue))
        .singleElement()
        .satisfies(
            message -> {
              assertThat(message.body()).isEqualTo("{\"a\":1}");
              assertThat(attributes(message))
                  .containsOnly(
                      Map.entry(
                          "parkedId",
                          new Origin(STREAM, "clicks shardId-000000000001", "49", Optional.empty())
                              .id()),
                      Map.entry("consumer", "clicks"),
                      Map.entry("source", STREAM),
                      Map.entry("partition", "shardId-000000000001"),
                      Map.entry("position", "49"),
                      Map.entry("partitionKey", "customer-7"),
                      Map.entry("reason", "Failed: no such customer"),
                      Map.entry("payload", "KEPT"));
            });
  }

  @Test
  void aMessageThatIsParkedTwiceIsOneOnAFifoQueueAndHasOneIdOnAnyOther() {
    Map<QueueAttributeName, String> fifo = Map.of(QueueAttributeName.FIFO_QUEUE, "true");
    String ordered = queue("parked.fifo", fifo);
    String standard = queue("twice", Map.of());

    for (String queue : List.of(ordered, ordered, standard, standard)) {
      parking(queue).put(parked("50", Optional.empty(), "{}"), LATER);
    }

    assertThat(received(ordered)).hasSize(1);
    assertThat(received(standard).stream().map(it -> attributes(it).get("parkedId")).distinct())
        .hasSize(1);
  }

  @Test
  void twoConsumersParkTheSameRecordTwiceOnOneFifoQueue() {
    String queue = queue("shared.fifo", Map.of(QueueAttributeName.FIFO_QUEUE, "true"));
    ParkedMessage one = parked("55", Optional.empty(), "{}");

    parking(queue).put(one, LATER);
    parking(queue)
        .put(
            new ParkedMessage(one.origin(), new ConsumerName("audit"), one.body(), one.why()),
            LATER);

    assertThat(received(queue)).hasSize(2);
  }

  @Test
  void aRecordThatIsTooLargeIsParkedByItsPlaceAlone() {
    String queue = queue("large", Map.of());

    parking(queue).put(parked("51", Optional.empty(), "x".repeat(LIMIT)), LATER);
    parking(queue).put(parked("52", Optional.empty(), "x".repeat(LIMIT - 1024)), LATER);

    assertThat(received(queue))
        .satisfiesExactlyInAnyOrder(
            omitted -> {
              assertThat(omitted.body()).isEqualTo("51");
              assertThat(attributes(omitted)).containsEntry("payload", "OMITTED");
            },
            kept -> assertThat(attributes(kept)).containsEntry("payload", "KEPT"));
  }

  @Test
  void theLimitIsThatOfBodyAndAttributesTogether() {
    String queue = queue("limit", Map.of());
    ParkedMessage small = read(parked("57", Optional.of("Z\u00FCrich"), "{}"));
    parking(queue).put(small, LATER);
    Map<String, String> attributes = attributes(received(queue).getFirst());
    int bytes =
        attributes.entrySet().stream()
            .mapToInt(it -> utf8(it.getKey()) + "String".length() + utf8(it.getValue()))
            .sum();
    int room = LIMIT - bytes - "OMITTED".length() + "KEPT".length();

    parking(queue).put(withBody(small, "x".repeat(room)), LATER);
    parking(queue).put(withBody(small, "x".repeat(room + 1)), LATER);

    assertThat(attributes)
        .hasSize(10)
        .containsEntry("recordId", small.record().orElseThrow().value())
        .containsEntry("fingerprint", "version 7");
    assertThat(received(queue).stream().map(it -> attributes(it).get("payload")))
        .containsExactlyInAnyOrder("KEPT", "OMITTED");
  }

  @Test
  void aMessageThatNoSourceKeepsIsNotParkedWithoutItsBody() {
    String queue = queue("unkept", Map.of());

    assertRefused(
        SdkException.class,
        () -> parking(queue).put(parked("", Optional.empty(), "x".repeat(LIMIT)), LATER),
        "larger than the queue takes");
    parking(queue).put(parked("", Optional.empty(), "{}"), LATER);

    assertThat(received(queue))
        .singleElement()
        .satisfies(it -> assertThat(attributes(it)).doesNotContainKey("position"));
  }

  @Test
  void aKeyWithCharactersThatSqsRefusesIsParked() {
    String queue = queue("control", Map.of());

    parking(queue).put(parked("53", Optional.of("a\u0000b\uD800\uD83D\uDE00"), "{}"), LATER);

    assertThat(received(queue))
        .singleElement()
        .satisfies(
            it ->
                assertThat(attributes(it))
                    .containsEntry("partitionKey", "a\uFFFDb\uFFFD\uD83D\uDE00"));
  }

  @Test
  void aKeyOfAMebibyteIsCutAndTheRecordParked() {
    String queue = queue("huge-key", Map.of());

    parking(queue).put(parked("56", Optional.of("\uD83D\uDE9A".repeat(512 * 1024)), "{}"), LATER);

    assertThat(received(queue))
        .singleElement()
        .satisfies(
            message -> {
              assertThat(message.body()).isEqualTo("{}");
              assertThat(attributes(message).get("partitionKey")).hasSizeBetween(1, 4096);
            });
  }

  @Test
  void aMessageThatIsNotKeptIsSaid() {
    ParkedMessage message = parked("54", Optional.empty(), "{}");

    assertRefused(SdkException.class, () -> parking(queue("late", Map.of())).put(message, NOW));
    assertRefused(SdkException.class, () -> parking("http://127.0.0.1:1/none").put(message, LATER));
  }

  @Test
  void theQueueIsNamedByTheEnvironment() {
    assertMistake(() -> SqsParking.from(Map.of()), "EFFECTIVELY_ONCE_PARKING_QUEUE_URL");
    Parking named =
        SqsParking.from(Map.of("EFFECTIVELY_ONCE_PARKING_QUEUE_URL", "http://127.0.0.1:1/none"));
    ParkedMessage message = parked("58", Optional.empty(), "{}");
    assertRefused(SdkException.class, () -> named.put(message, NOW));
  }

  private static SqsParking parking(String queue) {
    return new SqsParking(() -> CLIENT, Clock.fixed(NOW, ZoneOffset.UTC), queue, LIMIT);
  }

  private static ParkedMessage parked(String position, Optional<String> key, String body) {
    return new ParkedMessage(
        origin(position, key), new ConsumerName("clicks"), body, "Failed: no such customer");
  }

  /** Returns a message whose event's record is known. */
  private static ParkedMessage read(ParkedMessage message) {
    return new ParkedMessage(
        message.origin(),
        message.consumer(),
        message.body(),
        message.why(),
        Optional.of(RecordId.of(message.consumer(), BusinessKey.of("click-7"))),
        Optional.of(new Fingerprint("version 7")));
  }

  private static ParkedMessage withBody(ParkedMessage message, String body) {
    return new ParkedMessage(
        message.origin(),
        message.consumer(),
        body,
        message.why(),
        message.record(),
        message.fingerprint());
  }

  private static int utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static Origin origin(String position, Optional<String> key) {
    return new Origin(STREAM, "shardId-000000000001", position, key);
  }

  private static String queue(String name, Map<QueueAttributeName, String> attributes) {
    return CLIENT.createQueue(it -> it.queueName(name).attributes(attributes)).queueUrl();
  }

  private static List<Message> received(String queue) {
    return CLIENT
        .receiveMessage(
            it -> it.queueUrl(queue).maxNumberOfMessages(10).messageAttributeNames("All"))
        .messages();
  }

  private static Map<String, String> attributes(Message message) {
    return message.messageAttributes().entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, it -> it.getValue().stringValue()));
  }
}
