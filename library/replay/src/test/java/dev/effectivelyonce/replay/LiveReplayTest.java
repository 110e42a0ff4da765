package dev.effectivelyonce.replay;

import static dev.effectivelyonce.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeNameForSends;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;

/** Replays with a real consumer at work, against ElasticMQ. */
class LiveReplayTest {
  private final InMemoryStore store = new InMemoryStore();
  private final Set<String> broken = ConcurrentHashMap.newKeySet();

  @ParameterizedTest
  @ValueSource(strings = {"", ".fifo"})
  void whatFailedAtNightRunsAfterItsReplay(String ending) {
    LiveQueues.Pair pair = LiveQueues.pair(ending);
    LiveConsumer consumer = consumer(pair);
    broken.addAll(List.of("permanent", "passing"));
    send(pair, "fine", "permanent", "passing");
    send(pair, "not json");
    consumer.workUntilEmpty();
    assertThat(status()).containsEntry("permanent", Status.FAILED);
    broken.clear();

    ReplayReport report = replay(pair);
    consumer.workUntilEmpty();

    assertThat(report.counts().decisions())
        .isEqualTo(Map.of("REOPEN", 1, "SEND", 1, "UNREADABLE", 1));
    assertThat(consumer.runs()).isEqualTo(Map.of("fine", 1, "permanent", 2, "passing", 2));
    assertThat(status().values()).containsOnly(Status.COMPLETED);
    assertThat(LiveQueues.depth(pair.deadLetterUrl())).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".fifo"})
  void twoReplaysAndTheConsumerAtOnceLoseAndRepeatNothing(String ending) throws Exception {
    LiveQueues.Pair pair = LiveQueues.pair(ending);
    LiveConsumer consumer = consumer(pair);
    String[] orders = IntStream.range(0, 60).mapToObj(i -> "O-" + i).toArray(String[]::new);
    send(pair, orders);
    LiveQueues.deadLetterAll(pair);

    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<ReplayReport>> replays =
          List.of(executor.submit(() -> replay(pair)), executor.submit(() -> replay(pair)));
      while (replays.stream().anyMatch(it -> !it.isDone())) {
        consumer.work();
      }
      int replayed =
          replays.get(0).get().counts().replayed() + replays.get(1).get().counts().replayed();
      assertThat(replayed).isGreaterThanOrEqualTo(orders.length);
    }
    consumer.workUntilEmpty();

    assertThat(consumer.runs()).hasSize(orders.length).allSatisfy((o, n) -> assertThat(n).isOne());
    assertThat(status().values()).hasSize(orders.length).containsOnly(Status.COMPLETED);
    assertThat(LiveQueues.depth(pair.deadLetterUrl())).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".fifo"})
  void attributesTraceAndGroupAreAsTheProducerSentThem(String ending) {
    LiveQueues.Pair pair = LiveQueues.pair(ending);
    String trace = "Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1";
    SdkBytes bytes = SdkBytes.fromByteArray(new byte[] {0, -1, 65});
    Map<String, MessageAttributeValue> attributes =
        Map.of(
            "number",
                MessageAttributeValue.builder().dataType("Number.int").stringValue("7").build(),
            "picture",
                MessageAttributeValue.builder().dataType("Binary.png").binaryValue(bytes).build());
    sendTo(
        pair.sourceUrl(),
        ReplayBench.body("O-1"),
        it ->
            it.messageGroupId("group")
                .messageAttributes(attributes)
                .messageSystemAttributes(
                    Map.of(
                        MessageSystemAttributeNameForSends.AWS_TRACE_HEADER,
                        MessageSystemAttributeValue.builder()
                            .dataType("String")
                            .stringValue(trace)
                            .build())));
    LiveQueues.deadLetterAll(pair);

    assertThat(replay(pair).counts().replayed()).isEqualTo(1);

    assertThat(LiveQueues.drain(pair.sourceUrl()))
        .singleElement()
        .satisfies(it -> assertThat(it.messageAttributes()).isEqualTo(attributes))
        .satisfies(
            it ->
                assertThat(it.attributes())
                    .containsEntry(MessageSystemAttributeName.AWS_TRACE_HEADER, trace)
                    .containsEntry(MessageSystemAttributeName.MESSAGE_GROUP_ID, "group"));
  }

  /**
   * SQS's own redrive looks at no record: what is done comes back too, and is a duplicate. Not for
   * FIFO queues: ElasticMQ's move tasks end before those are empty.
   */
  @Test
  void aRedriveBySqsItselfEndsInTheSameState() throws InterruptedException {
    LiveQueues.Pair pair = LiveQueues.standard();
    LiveConsumer consumer = consumer(pair);
    broken.add("passing");
    send(pair, "passing", "done");
    LiveQueues.deadLetterAll(pair);
    send(pair, "done");
    consumer.workUntilEmpty();
    broken.clear();

    LiveQueues.redrive(pair);
    consumer.workUntilEmpty();

    assertThat(consumer.runs()).isEqualTo(Map.of("done", 1, "passing", 1));
    assertThat(status()).isEqualTo(Map.of("done", Status.COMPLETED, "passing", Status.COMPLETED));
    assertThat(LiveQueues.depth(pair.deadLetterUrl())).isZero();
  }

  @Test
  void deadLettersOfAnotherSourceAreLeft() {
    LiveQueues.Pair ours = LiveQueues.standard();
    LiveQueues.Pair theirs = LiveQueues.sharing(ours);
    send(ours, "O-1");
    send(theirs, "O-2");
    LiveQueues.deadLetterAll(ours);
    LiveQueues.deadLetterAll(theirs);
    sendTo(ours.deadLetterUrl(), ReplayBench.body("by-hand"));

    ReplayReport report = replay(ours);

    assertThat(report.counts().decisions()).isEqualTo(Map.of("SEND", 1, "OTHER_SOURCE", 2));
    assertThat(replay(theirs).counts().decisions()).isEqualTo(Map.of("SEND", 1, "OTHER_SOURCE", 1));
    assertThat(LiveQueues.drain(theirs.sourceUrl()))
        .singleElement()
        .matches(it -> it.body().equals(ReplayBench.body("O-2")));
  }

  @Test
  void aQueueThatIsNoDeadLetterQueueOfTheSourceIsNotEmptied() {
    LiveQueues.Pair ours = LiveQueues.standard();
    LiveQueues.Pair mistaken =
        new LiveQueues.Pair(ours.sourceUrl(), LiveQueues.standard().sourceUrl());
    sendTo(mistaken.deadLetterUrl(), ReplayBench.body("at-work"));

    assertThat(replay(mistaken).counts().decisions()).isEqualTo(Map.of("OTHER_SOURCE", 1));
    assertThat(LiveQueues.depth(mistaken.deadLetterUrl())).isEqualTo(1);
  }

  @Test
  void aQueueThatDoesNotExistIsToldWithItsName() {
    LiveQueues.Pair missing =
        new LiveQueues.Pair(
            LiveQueues.standard().sourceUrl() + "-missing", LiveQueues.standard().deadLetterUrl());

    assertRefused(QueueException.class, () -> replay(missing), "-missing");
  }

  private LiveConsumer consumer(LiveQueues.Pair pair) {
    Function<String, HandlerResult> answer =
        order ->
            !broken.contains(order)
                ? HandlerResult.completed()
                : order.equals("permanent")
                    ? HandlerResult.fail("Refused")
                    : HandlerResult.retry("Not now");
    return new LiveConsumer(pair, store, answer);
  }

  private ReplayReport replay(LiveQueues.Pair pair) {
    return pair.replay(store);
  }

  private void send(LiveQueues.Pair pair, String... orders) {
    for (String order : orders) {
      sendTo(pair.sourceUrl(), order.contains(" ") ? order : ReplayBench.body(order));
    }
  }

  private void sendTo(String url, String body) {
    sendTo(url, body, it -> {});
  }

  private static void sendTo(String url, String body, Consumer<SendMessageRequest.Builder> more) {
    boolean isFifo = url.endsWith(".fifo");
    LiveQueues.client()
        .sendMessage(
            r -> {
              r.queueUrl(url).messageBody(body);
              if (isFifo) {
                r.messageGroupId("group-" + Math.floorMod(body.hashCode(), 5))
                    .messageDeduplicationId(UUID.randomUUID().toString());
              }
              more.accept(r);
            });
  }

  /** By order; the store keeps hashes. */
  private Map<String, Status> status() {
    Map<String, Status> all = new ConcurrentHashMap<>();
    IntStream.range(0, 60).mapToObj(i -> "O-" + i).forEach(order -> put(all, order));
    List.of("fine", "permanent", "passing", "done").forEach(order -> put(all, order));
    return all;
  }

  private void put(Map<String, Status> all, String order) {
    store
        .find(ReplayBench.id(order))
        .map(IdempotencyRecord::status)
        .ifPresent(status -> all.put(order, status));
  }
}
