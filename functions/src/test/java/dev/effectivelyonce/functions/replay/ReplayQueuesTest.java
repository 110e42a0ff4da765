package dev.effectivelyonce.functions.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.replay.ReplayQueue;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplayQueuesTest {
  static final Map<String, String> ENVIRONMENT =
      Map.of(
          "ORDERS_QUEUE_URL", "https://sqs/1/orders",
          "ORDERS_DEAD_LETTER_QUEUE_URL", "https://sqs/1/orders-dead",
          "ORDERS_RETENTION", "P19D",
          "PAYMENTS_QUEUE_URL", "https://sqs/1/payments.fifo",
          "PAYMENTS_DEAD_LETTER_QUEUE_URL", "https://sqs/1/payments-dead.fifo",
          "PAYMENTS_RETENTION", "P20D");

  @Test
  void eachQueueHasItsOwn() {
    Map<String, ReplayQueue> queues = ReplayQueues.from(ENVIRONMENT);

    assertThat(queues).containsOnlyKeys("orders", "payments");
    assertThat(queues.get("orders"))
        .matches(it -> it.identity().consumer().value().equals("orders"))
        .matches(it -> it.retention().equals(Duration.ofDays(19)));
    assertThat(queues.get("payments"))
        .matches(it -> it.identity().consumer().value().equals("payments"))
        .matches(ReplayQueue::isFifo);
  }

  @Test
  void fulfilmentIsThereWhereTheStackHasIt() {
    Map<String, String> environment = new HashMap<>(ENVIRONMENT);
    environment.put("FULFILMENT_QUEUE_URL", "https://sqs/1/fulfilment");
    environment.put("FULFILMENT_DEAD_LETTER_QUEUE_URL", "https://sqs/1/fulfilment-dead");
    environment.put("FULFILMENT_RETENTION", "P19D");

    assertThat(ReplayQueues.from(environment).get("fulfilment"))
        .matches(it -> it.identity().consumer().value().equals("fulfilment"));
  }

  @Test
  void aMissingVariableIsNamed() {
    Map<String, String> missing = new HashMap<>(ENVIRONMENT);
    missing.remove("PAYMENTS_QUEUE_URL");

    assertThatThrownBy(() -> ReplayQueues.from(missing))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("PAYMENTS_QUEUE_URL");
  }

  @Test
  void aMalformedRetentionIsNamed() {
    Map<String, String> malformed = new HashMap<>(ENVIRONMENT);
    malformed.put("ORDERS_RETENTION", "19 days");

    assertThatThrownBy(() -> ReplayQueues.from(malformed))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("ORDERS_RETENTION");
  }
}
