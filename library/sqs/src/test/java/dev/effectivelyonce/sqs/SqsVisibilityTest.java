package dev.effectivelyonce.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.CapturedLog;
import dev.effectivelyonce.sqs.Visibility.Change;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.RequestOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequest;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchResponse;
import software.amazon.awssdk.services.sqs.model.Message;

/** Against ElasticMQ. */
class SqsVisibilityTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final Instant LATER = NOW.plusSeconds(60);

  private static final List<String> CALLS = new CopyOnWriteArrayList<>();
  private static final List<Duration> TIMEOUTS = new CopyOnWriteArrayList<>();
  private static final SqsClient CLIENT = LocalSqs.client(new Recorder());

  private final SqsVisibility visibility =
      new SqsVisibility(() -> CLIENT, Clock.fixed(NOW, ZoneOffset.UTC));

  @AfterAll
  static void stop() {
    CLIENT.close();
  }

  @BeforeEach
  void forgetCalls() {
    CALLS.clear();
    TIMEOUTS.clear();
  }

  @Test
  void aMessageWithoutAWaitComesBackAtOnce() {
    String url = queue("at-once");
    Message received = sendAndReceive(url, 1).getFirst();

    visibility.change(changes("at-once", List.of(received), Duration.ZERO), LATER);

    assertThat(receive(url, 10)).hasSize(1);
  }

  @Test
  void aMessageWithAWaitStaysHiddenBeyondTheQueuesOwnTime() {
    String url = queue("waits");
    List<Message> received = sendAndReceive(url, 1);
    visibility.change(changes("waits", received, Duration.ZERO), LATER);

    visibility.change(changes("waits", receive(url, 10), Duration.ofHours(1)), LATER);

    assertThat(receive(url, 10)).isEmpty();
  }

  @Test
  void changesGoInChunksOfTenAndTheQueueIsLookedUpOnce() {
    String url = queue("chunks");
    List<Message> received = new ArrayList<>();
    IntStream.range(0, 3).forEach(i -> received.addAll(sendAndReceive(url, i < 2 ? 10 : 3)));
    CALLS.clear();

    visibility.change(changes("chunks", received, Duration.ZERO), LATER);
    visibility.change(changes("chunks", received.subList(0, 1), Duration.ZERO), LATER);

    assertThat(CALLS)
        .containsExactly(
            "GetQueueUrl",
            "ChangeMessageVisibilityBatch",
            "ChangeMessageVisibilityBatch",
            "ChangeMessageVisibilityBatch",
            "ChangeMessageVisibilityBatch");
    List<Message> back = new ArrayList<>(receive(url, 10));
    back.addAll(receive(url, 10));
    back.addAll(receive(url, 10));
    assertThat(back).hasSize(23);
  }

  @Test
  void tenChangesAreOneRequest() {
    String url = queue("ten");
    List<Message> received = sendAndReceive(url, 10);
    CALLS.clear();

    visibility.change(changes("ten", received, Duration.ZERO), LATER);

    assertThat(CALLS).containsExactly("GetQueueUrl", "ChangeMessageVisibilityBatch");
  }

  @Test
  void aCallTakesNoLongerThanItIsWorthNorThanTheInvocationHas() {
    String url = queue("bounded");
    List<Change> changes = changes("bounded", sendAndReceive(url, 1), Duration.ZERO);

    visibility.change(changes, LATER);
    visibility.change(changes, NOW.plusMillis(500));

    assertThat(TIMEOUTS)
        .containsExactly(Duration.ofMillis(1500), Duration.ofMillis(1500), Duration.ofMillis(500));
  }

  @Test
  void whatIsLeftWhenAQueueStopsAnsweringIsCounted() {
    queue("stops");
    AtomicInteger calls = new AtomicInteger();
    SqsVisibility stopping =
        new SqsVisibility(
            () -> calls.incrementAndGet() <= 2 ? CLIENT : new Away(),
            Clock.fixed(NOW, ZoneOffset.UTC));

    try (CapturedLog log = CapturedLog.of("dev.effectivelyonce")) {
      stopping.change(many("stops"), LATER);

      assertThat(log.lines()).anyMatch(line -> line.contains("15 messages in stops"));
    }
  }

  @Test
  void changesOfTwoQueuesGoToTheirOwn() {
    String one = queue("one");
    String two = queue("two.fifo");
    List<Change> both = new ArrayList<>(changes("one", sendAndReceive(one, 1), Duration.ZERO));
    both.addAll(changes("two.fifo", sendAndReceive(two, 1), Duration.ZERO));

    visibility.change(both, LATER);

    assertThat(receive(one, 10)).hasSize(1);
    assertThat(receive(two, 10)).hasSize(1);
  }

  @Test
  void aStaleHandleIsLoggedAndTheOthersAreChanged() {
    String url = queue("stale");
    List<Change> changes = new ArrayList<>(changes("stale", sendAndReceive(url, 1), Duration.ZERO));
    changes.addFirst(new Change(source("stale"), "m", "no-such-receipt", Duration.ZERO));

    try (CapturedLog log = CapturedLog.of("dev.effectivelyonce")) {
      visibility.change(changes, LATER);

      assertThat(log.lines()).hasSize(1).allMatch(line -> line.contains("stale"));
    }
    assertThat(receive(url, 10)).hasSize(1);
  }

  @Test
  void aMissingQueueIsLoggedOnceAndNotThrown() {

    try (CapturedLog log = CapturedLog.of("dev.effectivelyonce")) {
      visibility.change(many("missing"), LATER);

      assertThat(log.lines())
          .singleElement()
          .matches(line -> line.contains("25 messages in missing"));
    }
    assertThat(CALLS).containsExactly("GetQueueUrl");
  }

  @Test
  void nothingIsAskedAfterTheDeadline() {
    visibility.change(
        List.of(new Change(source("late"), "m", "r", Duration.ZERO)), NOW.minusMillis(1));

    assertThat(CALLS).isEmpty();
  }

  private static String queue(String name) {
    return CLIENT
        .createQueue(
            request -> {
              request.queueName(name);
              if (name.endsWith(".fifo")) {
                request.attributesWithStrings(
                    Map.of("FifoQueue", "true", "ContentBasedDeduplication", "true"));
              }
            })
        .queueUrl();
  }

  private static List<Message> sendAndReceive(String url, int count) {
    String group = url.endsWith(".fifo") ? "group" : null;
    for (int i = 0; i < count; i++) {
      String body = "message " + i;
      CLIENT.sendMessage(r -> r.queueUrl(url).messageBody(body).messageGroupId(group));
    }
    List<Message> received = receive(url, count);
    assertThat(received).hasSize(count);
    return received;
  }

  private static List<Message> receive(String url, int most) {
    return CLIENT
        .receiveMessage(r -> r.queueUrl(url).maxNumberOfMessages(most).visibilityTimeout(600))
        .messages();
  }

  private static List<Change> changes(String queue, List<Message> received, Duration after) {
    return received.stream()
        .map(m -> new Change(source(queue), m.messageId(), m.receiptHandle(), after))
        .toList();
  }

  private static List<Change> many(String queue) {
    return IntStream.range(0, 25)
        .mapToObj(i -> new Change(source(queue), "m" + i, "r" + i, Duration.ZERO))
        .toList();
  }

  private static SourceQueue source(String queue) {
    return SourceQueue.parse(LocalSqs.ARN + queue).orElseThrow();
  }

  private static final class Away implements SqsClient, Stub {
    @Override
    public ChangeMessageVisibilityBatchResponse changeMessageVisibilityBatch(
        ChangeMessageVisibilityBatchRequest request) {
      throw SdkClientException.create("It is not answered");
    }
  }

  private static final class Recorder implements ExecutionInterceptor {
    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
      CALLS.add(context.request().getClass().getSimpleName().replace("Request", ""));
      context
          .request()
          .overrideConfiguration()
          .flatMap(RequestOverrideConfiguration::apiCallTimeout)
          .ifPresent(TIMEOUTS::add);
    }
  }
}
