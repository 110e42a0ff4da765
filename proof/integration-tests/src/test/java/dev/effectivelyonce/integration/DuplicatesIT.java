package dev.effectivelyonce.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.integration.stack.Consumer;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.Outgoing;
import dev.effectivelyonce.integration.stack.Uses;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Events that producers send more than once. */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.ORDERS)
class DuplicatesIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final DeployedStack stack;

  DuplicatesIT(DeployedStack stack) {
    this.stack = stack;
  }

  /**
   * Orders are plain and may be rerun: one whose function timed out on a busy machine is processed
   * again by its next attempt, and by no copy.
   */
  @Test
  void eachOrderIsProcessedOnceHoweverOftenItIsSent() {
    Consumer orders = stack.orders();
    List<String> ids = IntStream.range(0, 40).mapToObj(ignored -> stack.newName("order")).toList();

    orders.send(ids.stream().map(Outgoing::order));
    orders.send(ids.stream().map(Outgoing::order).flatMap(order -> order.times(2)));

    orders.awaitCompleted(ids, PATIENCE);
    orders.awaitEmptyQueue(PATIENCE);
    assertThat(ids)
        .allSatisfy(
            id ->
                assertThat(stack.tables().timesProcessed(id))
                    .isBetween(1, orders.record(id).orElseThrow().attempt()));
    assertThat(orders.deadLetters().bodies())
        .doesNotContainAnyElementsOf(
            ids.stream().map(Outgoing::order).map(Outgoing::body).toList());
  }
}
