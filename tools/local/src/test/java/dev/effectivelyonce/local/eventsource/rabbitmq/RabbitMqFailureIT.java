package dev.effectivelyonce.local.eventsource.rabbitmq;

import static dev.effectivelyonce.local.eventsource.rabbitmq.RabbitMqQueues.mapping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.lambda.InvocationResult.Crashed;
import dev.effectivelyonce.local.lambda.InvocationResult.Succeeded;
import dev.effectivelyonce.local.lambda.InvocationResult.TimedOut;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What becomes of a batch whose function fails. RABBITMQ.md names the source of each rule. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RabbitMqFailureIT {
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
  void anErrorATimeoutAndACrashReturnTheWholeBatchUntilItIsHandled() {
    String queue = broker.quorum(10);
    broker.publish(queue, "a", "b");
    QueueFunction function =
        QueueFunction.answering(
            invocation ->
                switch (invocation) {
                  case 1 -> QueueFunction.FAILED;
                  case 2 -> new TimedOut(Duration.ofSeconds(3));
                  case 3 -> new Crashed(137);
                  default -> QueueFunction.HANDLED;
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
    QueueFunction function =
        QueueFunction.answering(
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
    QueueFunction function =
        QueueFunction.answering(
            invocation -> invocation % 3 == 0 ? QueueFunction.FAILED : QueueFunction.HANDLED);

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
    QueueFunction function = QueueFunction.answering(invocation -> QueueFunction.FAILED);

    broker.start(mapping(queue, 2, LONG), function);
    String dead = RabbitMqQueues.deadLettersOf(queue);
    Await.until("both are dead", () -> broker.ready(dead) == 2);

    assertThat(function.batches()).containsExactly(BOTH, BOTH, BOTH);
    assertThat(broker.take(dead)).containsExactlyInAnyOrder("a", "b");
    broker.awaitDone(queue);
  }

  @Test
  void aQueueThatIsNotThereIsReadWhenItIs() {
    String queue = "queue-" + UUID.randomUUID();
    QueueFunction function = QueueFunction.answering(invocation -> QueueFunction.HANDLED);
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
    QueueFunction function =
        QueueFunction.answering(
            invocation -> {
              if (invocation == 1) {
                broker.engine().kill();
              }
              return QueueFunction.HANDLED;
            });

    broker.start(mapping(queue, 2, LONG), function);
    Await.until("the first event", () -> !function.events().isEmpty());
    broker.engine().restart();
    Await.until("the second event", () -> function.events().size() == 2);

    assertThat(function.batches()).containsExactly(BOTH, BOTH);
    broker.awaitDone(queue);
  }
}
