package dev.effectivelyonce.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.SQSEvent.MessageAttribute;
import dev.effectivelyonce.core.engine.CapturedLog;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsConsumerBuilder;
import dev.effectivelyonce.sqs.SqsDeadLetters;
import dev.effectivelyonce.sqs.Visibility.Change;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.sqs.RecordingVisibility;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/** What failed for good is in the dead-letter queue after one receive, against ElasticMQ. */
class MovedLettersTest {
  private static final Instant SENT = Instant.parse("2026-01-02T03:04:05Z");

  private final InMemoryStore store = new InMemoryStore();
  private final RecordingVisibility visibility = new RecordingVisibility();
  private final List<String> ran = new CopyOnWriteArrayList<>();
  private HandlerResult answer = HandlerResult.fail("Refused");

  @ParameterizedTest
  @ValueSource(strings = {"", ".fifo"})
  void whatFailedForGoodIsALetterAfterOneReceiveAndGoesBackOnceByItsReplay(String ending) {
    LiveQueues.Pair pair = LiveQueues.pair(ending);
    SqsRecord poison = record(pair, "m-1").body(ReplayBench.body("O-1"));
    SqsRecord unreadable = record(pair, "m-2").body("not json");

    assertThat(failed(pair, poison, unreadable)).isEmpty();
    assertThat(visibility.changes()).isEmpty();
    assertThat(LiveQueues.depth(pair.deadLetterUrl())).isEqualTo(2);
    assertThat(status()).containsExactly(Status.FAILED);

    assertThat(replay(pair)).isEqualTo(Map.of("REOPEN", 1, "UNREADABLE", 1));
    assertThat(LiveQueues.drain(pair.sourceUrl()))
        .singleElement()
        .satisfies(
            copy -> {
              assertThat(copy.body()).isEqualTo(ReplayBench.body("O-1"));
              assertThat(copy.messageAttributes()).isEmpty();
            });
  }

  @Test
  void aLetterIsTheMessageAsItWasAndSaysWhatSqsWouldSay() {
    LiveQueues.Pair pair = LiveQueues.pair(".fifo");
    MessageAttribute number = new MessageAttribute();
    number.setDataType("Number.cents");
    number.setStringValue("17");
    SqsRecord poison =
        record(pair, "m-1")
            .body("not json, \u00e9\uD83D\uDE9A")
            .attribute("tenant", "t-1")
            .binaryAttribute("bytes", new byte[] {0, 1, 2})
            .with(
                it -> {
                  Map<String, MessageAttribute> more = new HashMap<>(it.getMessageAttributes());
                  more.put("number", number);
                  it.setMessageAttributes(more);
                })
            .traceHeader("Root=1-5759e988-bd862e3fe1be46a994272793");

    failed(pair, poison);

    Message sent = LiveQueues.receive(pair.deadLetterUrl(), Duration.ZERO).getFirst();
    assertThat(sent.messageAttributes()).containsKey(SqsDeadLetters.MOVED_FROM);
    Message read = DeadLetter.received(sent, true).raw();
    assertThat(read.messageId()).isEqualTo("m-1");
    assertThat(read.body()).isEqualTo("not json, \u00e9\uD83D\uDE9A");
    assertThat(read.messageAttributes())
        .isEqualTo(
            Map.of(
                "tenant", text("String", "t-1"),
                "number", text("Number.cents", "17"),
                "bytes",
                    MessageAttributeValue.builder()
                        .dataType("Binary")
                        .binaryValue(SdkBytes.fromByteArray(new byte[] {0, 1, 2}))
                        .build()));
    assertThat(read.attributes())
        .containsEntry(
            MessageSystemAttributeName.DEAD_LETTER_QUEUE_SOURCE_ARN, SqsRecord.arn(name(pair)))
        .containsEntry(MessageSystemAttributeName.MESSAGE_GROUP_ID, "g")
        .containsEntry(
            MessageSystemAttributeName.AWS_TRACE_HEADER,
            "Root=1-5759e988-bd862e3fe1be46a994272793");
  }

  @Test
  void aLetterHasTheTimeThatSqsWouldGiveIt() {
    LiveQueues.Pair pair = LiveQueues.standard();
    failed(pair, record(pair, "m-1").body("not json"));
    Message sent = LiveQueues.receive(pair.deadLetterUrl(), Duration.ZERO).getFirst();

    assertThat(sentAt(DeadLetter.received(sent, false))).contains(SENT);
    assertThat(sentAt(DeadLetter.received(sent, true)))
        .contains(
            Instant.ofEpochMilli(
                Long.parseLong(sent.attributes().get(MessageSystemAttributeName.SENT_TIMESTAMP))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "arn", "arn:aws:sqs:eu:1:q", "12 m 5", "arn:aws:sqs:eu:1:q m later"})
  void anAttributeThatSaysNothingIsTakenOffAndChangesNothing(String value) {
    Message letter =
        Message.builder()
            .messageId("m")
            .body("b")
            .messageAttributes(Map.of(SqsDeadLetters.MOVED_FROM, text("String", value)))
            .attributes(Map.of(MessageSystemAttributeName.SENT_TIMESTAMP, "5"))
            .build();

    Message read = DeadLetter.received(letter, false).raw();

    assertThat(read.messageAttributes()).isEmpty();
    assertThat(read.attributes()).isEqualTo(letter.attributes());
  }

  @Test
  void whatSqsItselfSaysOfALetterCountsMore() {
    Message letter =
        Message.builder()
            .messageId("m")
            .body("b")
            .messageAttributes(
                Map.of(SqsDeadLetters.MOVED_FROM, text("String", "arn:aws:sqs:eu:1:other m-1 7")))
            .attributes(
                Map.of(
                    MessageSystemAttributeName.SENT_TIMESTAMP, "5",
                    MessageSystemAttributeName.DEAD_LETTER_QUEUE_SOURCE_ARN, "arn:ours"))
            .build();

    assertThat(DeadLetter.received(letter, false).raw().attributes())
        .isEqualTo(letter.attributes());
  }

  @Test
  void aLetterNamesItsSourceWhereSeveralQueuesShareTheDeadLetterQueue() {
    LiveQueues.Pair ours = LiveQueues.standard();
    LiveQueues.Pair theirs = LiveQueues.sharing(ours);
    failed(ours, record(ours, "m-1").body(ReplayBench.body("O-1")));

    assertThat(replay(theirs)).isEqualTo(Map.of("OTHER_SOURCE", 1));
    assertThat(replay(ours)).isEqualTo(Map.of("REOPEN", 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".fifo"})
  void ofTwoLettersOfOneMessageWhoseAnswerWasLostOneRuns(String ending) {
    LiveQueues.Pair pair = LiveQueues.pair(ending);
    SqsRecord poison = record(pair, "m-1").body(ReplayBench.body("O-1"));
    failed(pair, poison);
    assertThat(failed(pair, poison.receiveCount(2))).isEmpty();
    assertThat(LiveQueues.depth(pair.deadLetterUrl())).isEqualTo(ending.isEmpty() ? 2 : 1);
    assertThat(ran).hasSize(1);

    replay(pair);
    answer = HandlerResult.completed();
    List<Message> copies = LiveQueues.drain(pair.sourceUrl());
    for (Message copy : copies) {
      failed(pair, record(pair, copy.messageId()).body(copy.body()));
    }

    assertThat(copies).isNotEmpty();
    assertThat(LiveQueues.depth(pair.deadLetterUrl())).as("letters left").isZero();
    assertThat(ran).hasSize(2);
    assertThat(status()).containsExactly(Status.COMPLETED);
  }

  @Test
  void whatCannotBeSentIsLeftToTheRedriveOfItsQueueWithOneWarning() {
    LiveQueues.Pair pair = LiveQueues.standard();
    LiveQueues.Pair missing =
        new LiveQueues.Pair(pair.sourceUrl(), pair.deadLetterUrl() + "-missing");
    try (CapturedLog log = CapturedLog.of(SqsDeadLetters.class.getName())) {
      assertThat(
              failed(
                  missing,
                  record(pair, "m-1").body("not json"),
                  record(pair, "m-2").body("not json")))
          .containsExactly("m-1", "m-2");
      assertThat(log.lines()).filteredOn(it -> it.startsWith("WARN")).hasSize(1);
    }
    assertThat(visibility.changes()).extracting(Change::after).containsOnly(Duration.ZERO);
  }

  @Test
  void whileTheConsumerOnlyObservesItsMessagesComeAsTheyDidWithoutIt() {
    LiveQueues.Pair pair = LiveQueues.standard();

    assertThat(
            failed(
                pair,
                it -> it.mode(ConsumerMode.OBSERVE),
                record(pair, "m-1").body(ReplayBench.body("O-1")),
                record(pair, "m-2").body("not json")))
        .containsExactly("m-1", "m-2");
    assertThat(LiveQueues.depth(pair.deadLetterUrl())).isZero();
  }

  private List<String> failed(LiveQueues.Pair pair, SqsRecord... records) {
    return failed(pair, it -> it, records);
  }

  private List<String> failed(
      LiveQueues.Pair pair,
      UnaryOperator<SqsConsumerBuilder<ReplayBench.Order>> change,
      SqsRecord... records) {
    SqsConsumerBuilder<ReplayBench.Order> consumer =
        SqsConsumer.of(ReplayBench.ORDERS)
            .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
            .store(store)
            .retention(ReplayBench.RETENTION)
            .visibility(visibility)
            .deadLetters(
                new SqsDeadLetters(LiveQueues::client, Clock.systemUTC(), pair.deadLetterUrl()))
            .platform(Platform.system())
            .handler(
                (order, delivery) -> {
                  ran.add(order.id());
                  return answer;
                });
    TestContext context = new TestContext(Clock.systemUTC(), Duration.ofSeconds(30));
    return SqsEvents.failed(change.apply(consumer).build().handle(SqsEvents.of(records), context));
  }

  private static SqsRecord record(LiveQueues.Pair pair, String id) {
    return SqsRecord.of(name(pair), id).group("g").sentAt(SENT);
  }

  private static String name(LiveQueues.Pair pair) {
    return pair.sourceUrl().substring(pair.sourceUrl().lastIndexOf('/') + 1);
  }

  private Map<String, Integer> replay(LiveQueues.Pair pair) {
    return pair.replay(store).counts().decisions();
  }

  private List<Status> status() {
    return store.records().values().stream().map(IdempotencyRecord::status).toList();
  }

  private static Optional<Instant> sentAt(DeadLetter letter) {
    return letter
        .asReceivedFrom(SqsLetters.queueOf("arn:aws:sqs:eu-central-1:123456789012:orders"))
        .sentAt();
  }

  private static MessageAttributeValue text(String type, String value) {
    return MessageAttributeValue.builder().dataType(type).stringValue(value).build();
  }
}
