package dev.effectivelyonce.local.eventsource.rabbitmq;

import static dev.effectivelyonce.local.eventsource.rabbitmq.RabbitMqQueues.mapping;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.MessageProperties;
import dev.effectivelyonce.local.engines.RabbitMqEngine;
import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.fixture.FunctionStandIn;
import dev.effectivelyonce.local.lambda.InvocationResult.Crashed;
import dev.effectivelyonce.local.lambda.InvocationResult.Succeeded;
import dev.effectivelyonce.local.lambda.InvocationResult.TimedOut;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * What a function gets of a queue, and when, and what becomes of a batch whose function fails.
 * RABBITMQ.md names the source of each rule.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RabbitMqEventSourceIT {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final List<String> BOTH = List.of("a", "b");

  private RabbitMqQueues broker;

  @BeforeAll
  void startBroker() {
    broker = new RabbitMqQueues();
  }

  @AfterAll
  void closeBroker() {
    broker.close();
  }

  @AfterEach
  void stopSources() {
    broker.stopSources();
  }

  @Test
  void anEventHasTheShapeThatLambdaGivesIt() {
    String queue = broker.quorum(3);
    Map<String, Object> headers = new LinkedHashMap<>();
    headers.put("text", "é");
    headers.put("number", 10);
    headers.put("list", List.of(true, 1.5));
    broker.publish(
        queue,
        new BasicProperties.Builder()
            .contentType("text/plain")
            .headers(headers)
            .deliveryMode(2)
            .priority(4)
            .expiration("6000000")
            .messageId("m-1")
            .timestamp(Date.from(Instant.ofEpochSecond(2021)))
            .build(),
        "Hello".getBytes(UTF_8));
    FunctionStandIn function = FunctionStandIn.handling();

    broker.start(mapping(queue, 1, LONG), function);
    Await.until("an event", () -> function.events().size() == 1);

    assertThat(function.events().getFirst().path("eventSource").asText()).isEqualTo("aws:rmq");
    assertThat(function.events().getFirst().path("eventSourceArn").asText())
        .isEqualTo(RabbitMqQueues.BROKER);
    assertThat(function.events().getFirst().path("rmqMessagesByQueue"))
        .isEqualTo(
            FunctionStandIn.json(
                """
                {"%s::/":[{"basicProperties":{"contentType":"text/plain","contentEncoding":null,\
                "headers":{"number":10,"list":[true,1.5],"text":{"bytes":[-61,-87]}},\
                "deliveryMode":2,"priority":4,"correlationId":null,"replyTo":null,\
                "expiration":"6000000","messageId":"m-1","timestamp":"Jan 1, 1970, 12:33:41 AM",\
                "type":null,"userId":null,"appId":null,"clusterId":null,"bodySize":5},\
                "redelivered":false,"data":"SGVsbG8="}]}\
                """
                    .formatted(queue)));
  }

  @Test
  void aWindowThatIsOverSendsWhatThereIs() {
    String queue = broker.quorum(3);
    broker.publish(queue, "a", "b");
    FunctionStandIn function = FunctionStandIn.handling();

    broker.start(mapping(queue, 100, Duration.ofSeconds(3)), function);
    Await.until("an event", () -> !function.events().isEmpty());

    assertThat(function.batches().stream().flatMap(List::stream)).startsWith("a");
    Await.until("both", () -> function.batches().stream().mapToInt(List::size).sum() == 2);
    broker.awaitDone(queue);
  }

  @Test
  void aMessageThatIsTooLargeForAnEventIsDropped() {
    String queue = broker.quorum(3);
    broker.publish(queue, "a");
    broker.publish(queue, MessageProperties.PERSISTENT_BASIC, new byte[5 * 1024 * 1024]);
    broker.publish(queue, "b");
    FunctionStandIn function = FunctionStandIn.handling();

    broker.start(mapping(queue, 2, LONG), function);
    Await.until("an event", () -> !function.events().isEmpty());

    assertThat(function.batches()).containsExactly(List.of("a", "b"));
    broker.awaitDone(queue);
    assertThat(broker.ready(RabbitMqEngine.deadLettersOf(queue))).isZero();
  }

  @Test
  void noMoreMessagesThanOneBatchHasAreTakenFromTheQueue() {
    String queue = broker.quorum(3);
    broker.publish(queue, "a", "b", "c", "d", "e", "f");
    List<Integer> left = new CopyOnWriteArrayList<>();
    FunctionStandIn function =
        FunctionStandIn.inTurn(
            invocation -> {
              left.add(broker.ready(queue));
              return FunctionStandIn.HANDLED;
            });

    broker.start(mapping(queue, 2, Duration.ofMinutes(5)), function);
    Await.until("three events", () -> left.size() == 3);

    assertThat(left).containsExactly(4, 2, 0);
    broker.awaitDone(queue);
  }

  @Test
  void anErrorATimeoutAndACrashReturnTheWholeBatchUntilItIsHandled() {
    String queue = broker.quorum(10);
    broker.publish(queue, "a", "b");
    FunctionStandIn function =
        FunctionStandIn.inTurn(
            invocation ->
                switch (invocation) {
                  case 1 -> FunctionStandIn.FAILED;
                  case 2 -> new TimedOut(Duration.ofSeconds(3));
                  case 3 -> new Crashed(137);
                  default -> FunctionStandIn.HANDLED;
                });

    broker.start(mapping(queue, 2, LONG), function);
    Await.until("four events", () -> function.events().size() == 4);

    assertThat(function.batches()).containsExactly(BOTH, BOTH, BOTH, BOTH);
    assertThat(function.events().getFirst().toString()).contains("\"redelivered\":false");
    assertThat(function.events().getLast().toString())
        .contains("\"redelivered\":true", "\"x-delivery-count\":3");
    broker.awaitDone(queue);
  }

  @Test
  void aResponseThatNamesFailuresIsNotRead() {
    String queue = broker.quorum(10);
    broker.publish(queue, "a", "b");
    FunctionStandIn function =
        FunctionStandIn.inTurn(
            invocation -> new Succeeded("{\"batchItemFailures\":[{\"itemIdentifier\":\"m-1\"}]}"));

    broker.start(mapping(queue, 2, LONG), function);
    Await.until("an event", () -> !function.events().isEmpty());

    broker.awaitDone(queue);
    assertThat(function.batches()).containsExactly(BOTH);
  }

  @Test
  void oneBatchIsHandledAtATime() {
    String queue = broker.quorum(10);
    for (int message = 0; message < 20; message++) {
      broker.publish(queue, "m-" + message);
    }
    FunctionStandIn function =
        FunctionStandIn.inTurn(
            invocation -> invocation % 3 == 0 ? FunctionStandIn.FAILED : FunctionStandIn.HANDLED);

    broker.start(mapping(queue, 2, Duration.ofMillis(100)), function);
    Await.until(
        "all are handled",
        () -> function.batches().stream().flatMap(List::stream).distinct().count() == 20);

    assertThat(function.mostAtOnce()).isEqualTo(1);
  }

  @Test
  void beyondTheDeliveryLimitOfAQuorumQueueItsMessagesAreDeadLetters() {
    String queue = broker.quorum(2);
    broker.publish(queue, "a", "b");
    FunctionStandIn function = FunctionStandIn.inTurn(invocation -> FunctionStandIn.FAILED);

    broker.start(mapping(queue, 2, LONG), function);
    String dead = RabbitMqEngine.deadLettersOf(queue);
    Await.until("both are dead", () -> broker.ready(dead) == 2);

    assertThat(function.batches()).containsExactly(BOTH, BOTH, BOTH);
    assertThat(broker.take(dead)).containsExactlyInAnyOrder("a", "b");
    broker.awaitDone(queue);
  }

  @Test
  void aQueueThatIsNotThereIsReadWhenItIs() {
    String queue = "queue-" + UUID.randomUUID();
    FunctionStandIn function = FunctionStandIn.inTurn(invocation -> FunctionStandIn.HANDLED);
    broker.start(mapping(queue, 2, Duration.ofMillis(100)), function);

    broker.quorum(queue, 10);
    broker.publish(queue, "a");
    Await.until("an event", () -> !function.events().isEmpty());

    assertThat(function.batches()).containsExactly(List.of("a"));
    broker.awaitDone(queue);
  }

  @Test
  void aBrokerThatDiesInTheMiddleOfABatchDeliversItAgain() {
    String queue = broker.quorum(10);
    broker.engine().writeQueues();
    broker.publish(queue, "a", "b");
    FunctionStandIn function =
        FunctionStandIn.inTurn(
            invocation -> {
              if (invocation == 1) {
                broker.engine().kill();
              }
              return FunctionStandIn.HANDLED;
            });

    broker.start(mapping(queue, 2, LONG), function);
    Await.until("the first event", () -> !function.events().isEmpty());
    broker.engine().restart();
    Await.until("the second event", () -> function.events().size() == 2);

    assertThat(function.batches()).containsExactly(BOTH, BOTH);
    broker.awaitDone(queue);
  }
}
