package dev.effectivelyonce.local.eventsource;

import static dev.effectivelyonce.local.fixture.FunctionStandIn.FAILED;
import static dev.effectivelyonce.local.fixture.FunctionStandIn.HANDLED;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.local.engines.Engines;
import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.fixture.FunctionStandIn;
import dev.effectivelyonce.local.lambda.FunctionInvoker;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.lambda.InvocationResult.Crashed;
import dev.effectivelyonce.local.lambda.InvocationResult.Succeeded;
import dev.effectivelyonce.local.lambda.InvocationResult.TimedOut;
import dev.effectivelyonce.local.template.CalledFunction;
import dev.effectivelyonce.local.template.EventSourceResource;
import dev.effectivelyonce.local.template.EventSourceResource.BatchReporting;
import dev.effectivelyonce.local.template.QueueResource;
import dev.effectivelyonce.testkit.ManualClock;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** What a function gets of a queue, and what comes back. Each test has a queue of its own. */
@TestInstance(Lifecycle.PER_CLASS)
class SqsEventSourceTest {
  private static final String REGION = "us-east-1";

  private final List<EventSource> sources = new ArrayList<>();
  private final List<InvocationReport> reports = new CopyOnWriteArrayList<>();
  private Engines engines;
  private SqsClient sqs;

  @BeforeAll
  void startEngines() {
    engines = Engines.start(REGION);
    sqs = engines.sqs();
  }

  @AfterAll
  void closeEngines() {
    engines.close();
  }

  @AfterEach
  void stopSources() {
    sources.forEach(EventSource::close);
    sources.clear();
  }

  @Test
  void onlyTheReportedMessageComesBack() {
    QueueResource queue = queue("", 10);
    FunctionStandIn function =
        FunctionStandIn.reading(
            event -> event.path("Records").size() == 3 ? failed(event, "b") : HANDLED);
    send(queue, "a", "b", "c");

    start(queue, 10, Duration.ZERO, function, Clock.systemUTC(), 1);

    Await.until("all are handled", () -> reports.size() == 2 && isEmpty(queue));
    assertThat(function.batches()).hasSize(2).last().isEqualTo(List.of("b"));
    assertThat(reports).extracting(it -> it.batch().size()).containsExactly(3, 1);
    assertThat(reports.getFirst().batch())
        .filteredOn(message -> !reports.getFirst().outcome().handled(message.messageId()))
        .extracting(Message::body)
        .containsExactly("b");
  }

  @Test
  void anErrorATimeoutACrashAndAnUnknownMessageIdBringTheWholeBatchBack() {
    QueueResource queue = queue("", 10);
    FunctionStandIn function =
        FunctionStandIn.inTurn(
            invocation ->
                switch (invocation) {
                  case 1 -> FAILED;
                  case 2 -> new TimedOut(Duration.ofSeconds(1));
                  case 3 -> new Crashed(1);
                  case 4 -> naming("no-such-message");
                  default -> HANDLED;
                });
    send(queue, "a", "b");

    start(queue, 10, Duration.ZERO, function, Clock.systemUTC(), 1);

    Await.until("both are handled", () -> function.events().size() == 5 && isEmpty(queue));
    assertThat(function.batches())
        .allSatisfy(batch -> assertThat(batch).containsExactlyInAnyOrder("a", "b"));
  }

  @Test
  void aBatchWithAWindowCollectsManyReceivesAndIsGivenOutPartlyFullWhenTheWindowIsOver() {
    QueueResource queue = patientQueue("");
    ManualClock clock = new ManualClock();
    FunctionStandIn function = FunctionStandIn.handling();
    IntStream.range(0, 3).forEach(part -> send(queue, "0123456789".split("")));

    start(queue, 25, Duration.ofMinutes(5), function, clock, 1);

    Await.until("a full batch", () -> function.events().size() == 1);
    Await.until(
        "the rest",
        () -> {
          clock.advance(Duration.ofMinutes(1));
          return function.events().size() == 2;
        });
    assertThat(function.batches()).extracting(List::size).containsExactly(25, 5);
  }

  @Test
  void aBatchWithoutAWindowIsWhatOneReceiveBrings() {
    QueueResource queue = patientQueue("");
    FunctionStandIn function = FunctionStandIn.handling();
    send(queue, "0123456789".split(""));

    start(queue, 4, Duration.ZERO, function, Clock.systemUTC(), 1);

    Await.until("all are handled", () -> function.values().size() == 10);
    assertThat(function.batches()).extracting(List::size).containsExactly(4, 4, 2);
  }

  /** Batches of one message show most plainly what waits for what. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatFailsHoldsItsGroupUntilItIsHandled(boolean crash) {
    QueueResource queue = queue(".fifo", 10, Duration.ofSeconds(1));
    AtomicBoolean failed = new AtomicBoolean();
    FunctionStandIn function =
        FunctionStandIn.reading(
            event ->
                failed.getAndSet(true) ? HANDLED : crash ? new Crashed(1) : failed(event, "a"));
    sendToGroup(queue, "g", "a", "b");

    start(queue, 1, Duration.ZERO, function, Clock.systemUTC(), 3);

    Await.until("both are handled", () -> function.values().contains("b"));
    assertThat(function.values()).containsExactly("a", "a", "b");
    assertThat(function.mostAtOnce()).isEqualTo(1);
  }

  @Test
  void aGroupIsInOneInvocationAtATimeInOrderAndGroupsRunSideBySide() {
    QueueResource queue = patientQueue(".fifo");
    AtomicBoolean overlapped = new AtomicBoolean();
    FunctionStandIn function = FunctionStandIn.sideBySide(overlapped);
    for (int at = 0; at < 6; at++) {
      for (String group : List.of("a", "b", "c")) {
        sendToGroup(queue, group, group + at);
      }
    }

    start(queue, 1, Duration.ZERO, function, Clock.systemUTC(), 3);

    Await.until("all are handled", () -> function.values().size() == 18 && isEmpty(queue));
    assertThat(overlapped).isFalse();
    assertThat(List.of("a", "b", "c"))
        .allSatisfy(
            group ->
                assertThat(function.values())
                    .filteredOn(value -> value.startsWith(group))
                    .isSorted()
                    .hasSize(6));
  }

  /** For one poller: messages are visible again at once, and it receives when it has answered. */
  private QueueResource queue(String suffix, int receives) {
    return queue(suffix, receives, Duration.ZERO);
  }

  /** No message comes twice because the machine is slow. */
  private QueueResource patientQueue(String suffix) {
    return queue(suffix, 10, Duration.ofMinutes(10));
  }

  private QueueResource queue(String suffix, int receives, Duration hidden) {
    String name = "queue-" + UUID.randomUUID() + suffix;
    Map<String, String> kind = suffix.isEmpty() ? Map.of() : Map.of("FifoQueue", "true");
    String dead = suffix.isEmpty() ? name + "-dead" : "dead-" + name;
    sqs.createQueue(it -> it.queueName(dead).attributesWithStrings(kind));
    Map<String, String> attributes = new HashMap<>(kind);
    attributes.put("VisibilityTimeout", Long.toString(hidden.toSeconds()));
    attributes.put(
        "RedrivePolicy",
        "{\"deadLetterTargetArn\":\"arn:aws:sqs:%s:000000000000:%s\",\"maxReceiveCount\":\"%s\"}"
            .formatted(REGION, dead, receives));
    String url =
        sqs.createQueue(it -> it.queueName(name).attributesWithStrings(attributes)).queueUrl();
    return new QueueResource("Queue", name, "arn:" + name, url, attributes, Optional.empty());
  }

  private void start(
      QueueResource queue,
      int batchSize,
      Duration window,
      FunctionInvoker function,
      Clock clock,
      int concurrency) {
    reports.clear();
    EventSourceResource resource =
        new EventSourceResource(
            queue,
            new CalledFunction("function", "arn:function:live"),
            batchSize,
            window,
            OptionalInt.empty(),
            BatchReporting.ITEM_FAILURES);
    InvocationListener listener =
        new InvocationListener() {
          @Override
          public void ended(InvocationReport report) {
            reports.add(report);
          }
        };
    sources.add(
        SqsEventSource.start(sqs, resource, function, listener, clock, REGION, concurrency));
  }

  /** Sends in one request, so that one receive can get them all. */
  private void send(QueueResource queue, String... bodies) {
    sqs.sendMessageBatch(
        it ->
            it.queueUrl(queue.url())
                .entries(
                    IntStream.range(0, bodies.length)
                        .mapToObj(
                            at ->
                                SendMessageBatchRequestEntry.builder()
                                    .id("m" + at)
                                    .messageBody(bodies[at])
                                    .build())
                        .toList()));
  }

  private void sendToGroup(QueueResource queue, String group, String... bodies) {
    for (String body : bodies) {
      sqs.sendMessage(
          it ->
              it.queueUrl(queue.url())
                  .messageBody(body)
                  .messageGroupId(group)
                  .messageDeduplicationId(body));
    }
  }

  private boolean isEmpty(QueueResource queue) {
    return sqs
        .getQueueAttributes(
            it ->
                it.queueUrl(queue.url())
                    .attributeNamesWithStrings(
                        "ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"))
        .attributesAsStrings()
        .values()
        .stream()
        .allMatch("0"::equals);
  }

  private static InvocationResult failed(JsonNode event, String body) {
    return event
        .path("Records")
        .valueStream()
        .filter(message -> message.path("body").asText().equals(body))
        .map(message -> naming(message.path("messageId").asText()))
        .findFirst()
        .orElse(HANDLED);
  }

  private static InvocationResult naming(String messageId) {
    return new Succeeded(
        "{\"batchItemFailures\":[{\"itemIdentifier\":\"%s\"}]}".formatted(messageId));
  }
}
