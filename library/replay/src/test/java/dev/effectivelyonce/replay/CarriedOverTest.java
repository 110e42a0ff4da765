package dev.effectivelyonce.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeNameForSends;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;

/** What a message is after its replay, against ElasticMQ. */
class CarriedOverTest {
  private static final String TRACE =
      "Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1";
  private final InMemoryStore store = new InMemoryStore();

  @ParameterizedTest
  @ValueSource(strings = {"", ".fifo"})
  void bodyAttributesTraceAndGroupAreAsTheProducerSentThem(String ending) {
    LiveQueues.Pair pair = LiveQueues.pair(ending);
    Map<String, MessageAttributeValue> attributes = tenAttributes();
    LiveQueues.client()
        .sendMessage(
            message(pair, "O-1", "the producer's")
                .messageAttributes(attributes)
                .messageSystemAttributes(
                    Map.of(
                        MessageSystemAttributeNameForSends.AWS_TRACE_HEADER,
                        MessageSystemAttributeValue.builder()
                            .dataType("String")
                            .stringValue(TRACE)
                            .build()))
                .build());
    LiveQueues.deadLetterAll(pair);

    replay(pair);

    Message replayed = only(LiveQueues.drain(pair.sourceUrl()));
    assertThat(replayed.body()).isEqualTo(ReplayBench.body("O-1"));
    assertThat(replayed.messageAttributes()).isEqualTo(attributes);
    assertThat(replayed.attributes())
        .containsEntry(MessageSystemAttributeName.AWS_TRACE_HEADER, TRACE)
        .containsEntry(MessageSystemAttributeName.MESSAGE_GROUP_ID, "group");
    assertThat(LiveQueues.depth(pair.deadLetterUrl())).isZero();
  }

  @Test
  void aFifoMessageIsSentAgainWithinTheFiveMinutesOfItsFirstSend() {
    LiveQueues.Pair pair = LiveQueues.pair(".fifo");
    LiveQueues.client().sendMessage(message(pair, "O-1", "the producer's").build());
    LiveQueues.deadLetterAll(pair);
    LiveQueues.client().sendMessage(message(pair, "O-1", "the producer's").build());
    assertThat(LiveQueues.depth(pair.sourceUrl())).as("what SQS swallows").isZero();

    replay(pair);
    assertThat(LiveQueues.depth(pair.sourceUrl())).isEqualTo(1);

    LiveQueues.deadLetterAll(pair);
    replay(pair);
    assertThat(LiveQueues.depth(pair.sourceUrl())).as("replayed once more").isEqualTo(1);
  }

  @Test
  void afterACrashBetweenSendAndDeleteSqsDropsTheSecondCopyOfAFifoMessage() {
    LiveQueues.Pair pair = LiveQueues.pair(".fifo");
    LiveQueues.client().sendMessage(message(pair, "O-1", "the producer's").build());
    LiveQueues.deadLetterAll(pair);
    QueuePair queues = new SqsQueues(LiveQueues.client(), pair.queue());
    queues.receive(1, Duration.ZERO, Duration.ZERO).forEach(queues::send);
    assertThat(LiveQueues.depth(pair.deadLetterUrl())).isEqualTo(1);

    replay(pair);

    assertThat(LiveQueues.drain(pair.sourceUrl())).hasSize(1);
    assertThat(LiveQueues.depth(pair.deadLetterUrl())).isZero();
  }

  @Test
  void messagesOfTheGreatestSizesAreSentOneByOne() {
    LiveQueues.Pair pair = LiveQueues.standard();
    List<Integer> sizesBytes = List.of(256 * 1024, 1024 * 1024, 1024 * 1024, 1024 * 1024);
    for (int sizeBytes : sizesBytes) {
      LiveQueues.client()
          .sendMessage(r -> r.queueUrl(pair.sourceUrl()).messageBody(padded(sizeBytes)));
    }
    LiveQueues.deadLetterAll(pair);

    ReplayReport report = replay(pair);

    assertThat(report.counts().replayed()).isEqualTo(4);
    assertThat(LiveQueues.drain(pair.sourceUrl()))
        .extracting(message -> message.body().length())
        .containsExactlyInAnyOrderElementsOf(sizesBytes);
  }

  private ReplayReport replay(LiveQueues.Pair pair) {
    return Replay.of(LiveQueues.client(), store, pair.queue(), Platform.system())
        .run(ReplayRequest.everything(), Optional.empty(), ReplayListener.NONE);
  }

  private static SendMessageRequest.Builder message(
      LiveQueues.Pair pair, String orderId, String deduplicationId) {
    boolean isFifo = pair.sourceUrl().endsWith(".fifo");
    return SendMessageRequest.builder()
        .queueUrl(pair.sourceUrl())
        .messageBody(ReplayBench.body(orderId))
        .messageGroupId("group")
        .messageDeduplicationId(isFifo ? deduplicationId.replace(' ', '-') : none());
  }

  private static @Nullable String none() {
    return null;
  }

  private static String padded(int sizeBytes) {
    String body = ReplayBench.body("O-" + sizeBytes);
    return body + " ".repeat(sizeBytes - body.length());
  }

  private static Map<String, MessageAttributeValue> tenAttributes() {
    Map<String, MessageAttributeValue> all = new HashMap<>();
    all.put("bytes", binary("Binary"));
    all.put("picture", binary("Binary.png"));
    all.put("number", text("Number", "1.50"));
    all.put("int", text("Number.int", "7"));
    for (int i = all.size(); i < 10; i++) {
      all.put("text" + i, text(i % 2 == 0 ? "String" : "String.custom", "value " + i));
    }
    return all;
  }

  private static MessageAttributeValue text(String type, String value) {
    return MessageAttributeValue.builder().dataType(type).stringValue(value).build();
  }

  private static MessageAttributeValue binary(String type) {
    return MessageAttributeValue.builder()
        .dataType(type)
        .binaryValue(SdkBytes.fromByteArray(new byte[] {0, -1, 65}))
        .build();
  }

  private static <T> T only(List<T> list) {
    assertThat(list).hasSize(1);
    return list.getFirst();
  }
}
