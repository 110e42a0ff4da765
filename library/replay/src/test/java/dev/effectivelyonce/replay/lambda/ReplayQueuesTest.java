package dev.effectivelyonce.replay.lambda;

import static dev.effectivelyonce.core.Refusals.assertMistake;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.replay.ReplayQueue;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplayQueuesTest {
  static final Map<String, String> ENVIRONMENT =
      Map.of(
          "LATE_ORDERS_QUEUE_URL", "https://sqs/1/orders",
          "LATE_ORDERS_DEAD_LETTER_QUEUE_URL", "https://sqs/1/orders-dead",
          "LATE_ORDERS_RETENTION", "P19D",
          "PAYMENTS_QUEUE_URL", "https://sqs/1/payments.fifo",
          "PAYMENTS_DEAD_LETTER_QUEUE_URL", "https://sqs/1/payments-dead.fifo",
          "PAYMENTS_RETENTION", "P20D");
  static final Map<String, MessageIdentity<?>> CONSUMERS =
      Map.of("late-orders", identity("orders"), "payments", identity("payments"));

  @Test
  void eachQueueHasItsOwn() {
    Map<String, ReplayQueue> queues = ReplayQueues.from(ENVIRONMENT, CONSUMERS);

    assertThat(queues).containsOnlyKeys("late-orders", "payments");
    assertThat(queues.get("late-orders"))
        .matches(it -> it.identity().consumer().value().equals("orders"))
        .matches(it -> it.retention().equals(Duration.ofDays(19)));
    assertThat(queues.get("payments"))
        .matches(it -> it.identity().consumer().value().equals("payments"))
        .matches(ReplayQueue::isFifo);
  }

  @Test
  void aMissingVariableIsNamed() {
    Map<String, String> missing = new HashMap<>(ENVIRONMENT);
    missing.remove("PAYMENTS_QUEUE_URL");

    assertMistake(() -> ReplayQueues.from(missing, CONSUMERS), "PAYMENTS_QUEUE_URL");
  }

  @Test
  void aMalformedRetentionIsNamed() {
    Map<String, String> malformed = new HashMap<>(ENVIRONMENT);
    malformed.put("LATE_ORDERS_RETENTION", "19 days");

    assertMistake(() -> ReplayQueues.from(malformed, CONSUMERS), "LATE_ORDERS_RETENTION");
  }

  private static MessageIdentity<?> identity(String consumer) {
    return MessageIdentity.of(consumer, String.class, MessageKey.attribute("event-id"));
  }
}
