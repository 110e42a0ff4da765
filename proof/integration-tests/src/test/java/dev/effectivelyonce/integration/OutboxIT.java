package dev.effectivelyonce.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.Eventually;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.Outgoing;
import dev.effectivelyonce.integration.stack.Uses;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Orders that are to be shipped, from their transaction over the table's stream to the consumer of
 * fulfilment. Their articles are not in stock: each message that arrives is one dead letter.
 */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.ORDERS)
@ResourceLock(Uses.FULFILMENT)
class OutboxIT {

  private final DeployedStack stack;

  OutboxIT(DeployedStack stack) {
    this.stack = stack;
  }

  @Test
  void anOrderThatComesTwiceIsSentOnOnce() {
    Outgoing order = orderToShip();

    stack.orders().send(order, order);

    assertSentOnOnce(order);
  }

  @Test
  void anOrderWhoseProcessDiedIsSentOnOnce() {
    Outgoing order = orderToShip().simulating("crash-after-effect");

    stack.orders().send(order);

    assertSentOnOnce(order);
  }

  private Outgoing orderToShip() {
    return Outgoing.orderToShip(stack.newName("order"), stack.newName("nothing-of-it"));
  }

  private void assertSentOnOnce(Outgoing order) {
    stack.orders().awaitStatus(Status.COMPLETED, order.key());
    stack.fulfilment().awaitStatus(Status.FAILED, order.key());
    Eventually.holds(
        "what was sent is gone from the outbox",
        () -> assertThat(stack.tables().waitingMessages()).isZero());
    stack.orders().awaitEmptyQueue();
    stack.fulfilment().awaitEmptyQueue();
    assertThat(deadLetters(order)).hasSize(1);
  }

  private List<String> deadLetters(Outgoing order) {
    List<String> ofIt = new ArrayList<>(stack.fulfilment().deadLetters().bodies());
    ofIt.removeIf(body -> !body.contains('"' + order.key() + '"'));
    return ofIt;
  }
}
